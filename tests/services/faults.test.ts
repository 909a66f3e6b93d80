import { describe, expect, it } from 'vitest';
import { createWorld, faults, UnknownFaultError, type Fault } from '../../services/index.ts';
import { operatorFaults } from '../../services/faults/generated.ts';
import { families } from '../../services/student-reporting/families/index.ts';
import { commonScript, partnerScript } from './scripts/common-scripts.ts';
import { familyScript } from './scripts/family-script.ts';
import { OperationScripts } from './scripts/operation-scripts.ts';
import { Recorder } from './scripts/recorder.ts';
import { pagingScript, studentScript, tacScript } from './scripts/student-scripts.ts';

const generic = new Set(operatorFaults.map(({ id }) => id));
const ofBehaviour = faults.filter(({ id, service }) => !generic.has(id) && service !== 'identity-provider');

const partner = { name: 'Acme', abn: '12345678901' };
const student = [
  {
    correlation_id: 'c',
    student: {
      student_identification_code: 'C1',
      student_types: ['HEP'],
      date_of_birth: '2000-01-01',
      student_family_name: 'X',
      gender_code: 'X',
    },
  },
];

type Script = (recorder: Recorder) => Promise<void>;

const common: Script = (recorder) => commonScript(recorder, '/students', student);
const familyScripts = families.map(({ name }): readonly [string, Script] => [
  name,
  (recorder) => familyScript(recorder, name),
]);
const pagingScripts = families
  .filter(({ paging }) => paging)
  .map(({ name }): readonly [string, Script] => [name, (recorder) => pagingScript(recorder, name)]);

/** The scripts in which a fault may show. */
function scriptsFor({ id, service, operation }: Fault): readonly (readonly [string, Script])[] {
  if (service === 'partner-onboarding') {
    return [
      ['partners', partnerScript],
      ['partner-common', (recorder) => commonScript(recorder, '/partners', partner)],
    ];
  }
  const family = operation?.split('.')[0];
  if (id.includes('.pagination.')) return pagingScripts.filter(([name]) => name === family);
  const own = familyScripts.filter(([name]) => name === family);
  if (/\.(?:validation|lifecycle)\./.test(id)) return own;
  return [['student', studentScript], ['tac', tacScript], ['common', common], ...own];
}

const clean = new Map<string, Promise<string>>();

async function play(fault: Fault, script: Script, on: boolean): Promise<string> {
  const service = fault.service as 'student-reporting' | 'partner-onboarding';
  const spec = service === 'partner-onboarding' ? '1.0.0' : (fault.until ?? '4.0.1');
  const recorder = await Recorder.open(service, spec, on ? [fault.id] : []);
  await script(recorder);
  return recorder.transcript();
}

async function makesADifference(fault: Fault): Promise<boolean> {
  for (const [name, script] of scriptsFor(fault)) {
    const key = `${fault.service} ${name} ${fault.until ?? ''} ${fault.id.includes('.pagination.') ? 'pages' : ''}`;
    const expected = clean.get(key) ?? play(fault, script, false);
    clean.set(key, expected);
    const transcript = await play(fault, script, true);
    // A fault deviates in its own way; it does not break the service.
    expect(transcript).not.toContain('The service could not handle the request');
    if (transcript !== (await expected)) return true;
  }
  return false;
}

describe('the registry', () => {
  it('has no id twice, and every entry says what it breaks', () => {
    expect(new Set(faults.map(({ id }) => id)).size).toBe(faults.length);
    for (const { id, breaks, describes, service } of faults) {
      expect(id).toMatch(/^[a-z0-9]+(?:[._-][a-z0-9]+)*$/);
      expect(id.startsWith(`${service}.`)).toBe(true);
      expect(
        [breaks, describes].every((text) => /^.{10,}\.$/.test(text)),
        `${id}: ${breaks} ${describes}`,
      ).toBe(true);
    }
  });

  it('refuses an unknown id with a suggestion', async () => {
    await expect(createWorld({ faults: ['student-reporting.students.create.status-501'] })).rejects.toThrow(
      UnknownFaultError,
    );
    await expect(createWorld({ faults: ['student-reporting.students.create.status-501'] })).rejects.toThrow(
      'students.create.status-500',
    );
  });
});

describe('scripts', () => {
  it.each([
    ...familyScripts,
    ...pagingScripts,
    ['student', studentScript],
    ['tac', tacScript],
    ['common', common],
  ] as (readonly [string, Script])[])(
    '%s gives the same transcript twice and no failure of the service',
    async (_, script) => {
      const run = async (): Promise<string> => {
        const recorder = await Recorder.open('student-reporting', '4.0.1', []);
        await script(recorder);
        return recorder.transcript();
      };
      const first = await run();
      expect(first).not.toMatch(/^\S+ \S+ (?:500|0) /m);
      expect(await run()).toBe(first);
    },
  );
});

/** The ids of the faults that are not noticed; none, if the registry keeps its word. */
async function unnoticed(
  candidates: readonly Fault[],
  isNoticed: (fault: Fault) => Promise<boolean>,
): Promise<string[]> {
  const silent: string[] = [];
  for (const fault of candidates) if (!(await isNoticed(fault))) silent.push(fault.id);
  return silent;
}

describe('every fault makes a difference', () => {
  it.each(['partner-onboarding', 'student-reporting'] as const)(
    'of the behaviour of %s',
    { timeout: 60_000 },
    async (service) => {
      const candidates = ofBehaviour.filter((fault) => fault.service === service);
      expect(candidates.length).toBeGreaterThan(50);
      expect(await unnoticed(candidates, makesADifference)).toEqual([]);
    },
  );

  it.each(['partner-onboarding', 'student-reporting'] as const)(
    'of the operators around %s',
    { timeout: 120_000 },
    async (service) => {
      const candidates = operatorFaults.filter((fault) => fault.service === service && !fault.id.endsWith('.latency'));
      const scripts = new OperationScripts(
        await Recorder.open(service, service === 'student-reporting' ? '4.0.1' : '1.0.0', []),
      );
      const expectations = new Map<string, Promise<string>>();
      const isNoticed = async ({ id, operation = '' }: Fault): Promise<boolean> => {
        const expecting = expectations.get(operation) ?? scripts.play(operation);
        expectations.set(operation, expecting);
        const expected = await expecting;
        expect(expected).toMatch(/^\S+ \S+ 20[014] /);
        return (await scripts.play(operation, [id])) !== expected;
      };
      expect(await unnoticed(candidates, isNoticed)).toEqual([]);
    },
  );

  it('of the operator latency: two seconds', async () => {
    const ids = operatorFaults.map(({ id }) => id).filter((id) => id.endsWith('.latency'));
    expect(ids.length).toBeGreaterThan(60);
    const recorder = await Recorder.open('student-reporting', '4.0.1', ids);
    const started = performance.now();
    await recorder.call('GET', '/students');
    expect(performance.now() - started).toBeGreaterThan(1900);
  });
});
