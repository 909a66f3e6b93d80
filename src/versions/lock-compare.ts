/** A lock against what the contracts say now: each difference is one problem that names what changed. Pure. */
import { defined } from '../record/defined.ts';
import type { Problem } from '../errors.ts';
import { lockHash, type Lock } from './lock-text.ts';
import { SECTIONS, type Section, type Shape } from './shape.ts';

/** Differences told one by one; more than that is a rewrite, and the version control shows it better. */
const MOST = 15;

const NOUNS: Readonly<Record<Section, string>> = {
  requirements: 'requirement',
  openPoints: 'default of the open point',
  endpoints: 'endpoint',
  operations: 'operation',
  fields: 'field',
  shared: 'shared block',
  checks: 'checks of',
};

const HINT = 'If that is meant: "plumbline lint --update-locks", and commit the lock together with the change.';

export interface LineChange {
  readonly section: Section;
  readonly name: string;
  readonly was?: string;
  readonly now?: string;
}

/** Changed, gone and new lines, section by section. */
export function shapeChanges(was: Shape, now: Shape): readonly LineChange[] {
  return SECTIONS.flatMap((section) => {
    const names = [...new Set([...was[section].keys(), ...now[section].keys()])].sort();
    return names.flatMap((name): readonly LineChange[] => {
      const [before, after] = [was[section].get(name), now[section].get(name)];
      return before === after
        ? []
        : [
            {
              section,
              name,
              ...defined({ was: before, now: after }),
            },
          ];
    });
  });
}

export function lockDifferences(lock: Lock, now: Shape, file: string): readonly Problem[] {
  const changes = shapeChanges(lock.shape, now);
  const title = `${lock.service} ${lock.version}`;
  const told = changes.slice(0, MOST).map((change): Problem => ({
    code: 'lock-differs',
    message: `${title}: ${inWords(change)}`,
    file,
    line: lock.places.get(`${change.section} ${change.name}`) ?? lock.places.get(change.section) ?? 1,
    column: change.was === undefined ? 1 : 3,
    hint: HINT,
  }));
  if (changes.length === 0 && lock.hash !== lockHash(now))
    return [
      {
        code: 'lock-differs',
        message: `${title}: the hash is not that of the lines below it`,
        file,
        line: 1,
        column: 1,
        hint: HINT,
      },
    ];
  const more = changes.length - told.length;
  return more <= 0
    ? told
    : [
        ...told,
        {
          code: 'lock-differs',
          message: `${title}: and ${more} more differences`,
          file,
          line: 1,
          column: 1,
          hint: HINT,
        },
      ];
}

function inWords({ section, name, was, now }: LineChange): string {
  const noun = `${NOUNS[section]} ${name}`;
  if (section === 'checks' && was !== undefined && now !== undefined) {
    const [before = '', after = ''] = [was.split(' ')[0], now.split(' ')[0]];
    return before === after
      ? `what the ${before} ${noun} ask has changed`
      : `${noun}: there were ${before}, and there are ${after}`;
  }
  if (was === undefined) return `${noun} is new: ${now ?? ''}`;
  if (now === undefined) return `${noun} is gone: it was ${was}`;
  if (section === 'requirements' && withoutHash(was) === withoutHash(now))
    return `the text, the section or the open points of ${noun} have changed (${now.split(' ').at(-1) ?? ''})`;
  return `${noun} was ${was}, and is ${now}`;
}

function withoutHash(line: string): string {
  return line.slice(0, line.lastIndexOf(' '));
}
