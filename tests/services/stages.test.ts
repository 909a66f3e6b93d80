import { describe, expect, it } from 'vitest';
import { text, fieldIn } from '../../services/model/field.ts';
import { Composition, type Change } from '../../services/stages.ts';
import { compileModel } from '../../services/student-reporting/engine/model.ts';
import { campuses } from '../../services/student-reporting/families/course-families.ts';
import { families } from '../../services/student-reporting/families/index.ts';
import { Bench } from './support.ts';

interface Stages {
  readonly voice: { readonly say: () => string; readonly greet: (name: string) => string };
  readonly name: { readonly own: () => string };
}

const composition = (): Composition<Stages> =>
  new Composition((stages) => ({
    voice: { say: () => stages.voice.greet(stages.name.own()), greet: (name) => `Hello ${name}` },
    name: { own: () => 'Ada' },
  }));

describe('a composition of stages', () => {
  const louder: Change<Stages> = ({ voice }) => ({ voice: { greet: (name) => `${voice.greet(name)}!` } });
  const other: Change<Stages> = () => ({ name: { own: () => 'Grace' } });

  it('has every stage use the one that was put in the place of another', () => {
    const made = composition();
    expect(made.stages.voice.say()).toBe('Hello Ada');
    made.change([louder, other, louder]);
    expect(made.stages.voice.say()).toBe('Hello Grace!!');
  });

  it('begins again with its own stages', () => {
    const made = composition();
    made.change([louder]);
    made.change([other]);
    expect(made.stages.voice.say()).toBe('Hello Grace');
    made.change([]);
    expect(made.stages.voice.say()).toBe('Hello Ada');
  });
});

describe('what a fault remembers', () => {
  const burst = 'student-reporting.throttling.burst-429';
  const statuses = async (bench: Bench, calls: number): Promise<readonly number[]> => {
    const all: number[] = [];
    for (let call = 0; call < calls; call += 1) all.push((await bench.get('/')).status);
    return all;
  };

  it('is that of one running service, and begins when the fault is switched on', async () => {
    const [one, two] = await Promise.all([Bench.open(), Bench.open()]);
    for (const { world } of [one, two]) world.setFaults([burst]);
    expect((await statuses(one, 51)).at(-1)).toBe(429);
    expect(await statuses(two, 1)).toEqual([200]);
    one.world.setFaults([burst]);
    expect(await statuses(one, 1)).toEqual([200]);
  });
});

describe('a version', () => {
  const name = text('name', 'E1', 40, {
    changes: [
      { in: '3.0.8', maxLength: 60 },
      { in: '4.0.1', required: true },
    ],
  });

  it('makes of a field what its changes up to then say', () => {
    const lengths = ['2.1.06', '3.0.8', '4.0.1'].map((version) => fieldIn(version, name));
    expect(lengths).toMatchObject([{ maxLength: 40 }, { maxLength: 60 }, { maxLength: 60, required: true }]);
    expect(lengths.map(({ required = false }) => required)).toEqual([false, false, true]);
  });

  it('checks what it made', () => {
    const check = (version: string): boolean | undefined =>
      compileModel(version, [{ ...campuses, fields: [name] }])
        .kind('campuses')
        .writable.get('name')
        ?.checks.find((each) => each.name === 'length')
        ?.passes('x'.repeat(50));
    expect([check('2.1.06'), check('3.0.8')]).toEqual([false, true]);
  });

  it('has the families that live in it, and none whose parent does not', () => {
    const doors = { ...campuses, name: 'doors', parent: 'rooms' };
    const house = { ...campuses, name: 'houses', nested: { rooms: 'rooms' } };
    const rooms = { ...campuses, name: 'rooms', since: '4.0.1' };
    expect(compileModel('4.0.1', [...families, rooms]).kind('rooms').family).toBe(rooms);
    expect(() => compileModel('3.0.8', [...families, rooms]).kind('rooms')).toThrow('no family rooms in 3.0.8');
    expect(() => compileModel('3.0.8', [...families, rooms, doors])).toThrow('no family rooms');
    const nestedIn = (version: string): number =>
      compileModel(version, [house, { ...rooms, parent: 'houses' }]).kind('houses').nested.size;
    expect([nestedIn('3.0.8'), nestedIn('4.0.1')]).toEqual([0, 1]);
    expect(() => compileModel('4.0.1', [house])).toThrow('no family rooms');
  });
});
