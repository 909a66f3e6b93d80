/** A lock against what the contracts say now: each difference is one problem that names what changed. Pure. */
import { defined } from '../record/defined.ts';
import type { Problem } from '../errors.ts';
import { lockHash, type Lock } from './lock-text.ts';
import { SECTIONS, type ShapeSection, type Shape } from './shape.ts';

/** Differences told one by one; more than that is a rewrite, and the version control shows it better. */
const MOST = 15;

const NOUNS: Readonly<Record<ShapeSection, string>> = {
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
  readonly section: ShapeSection;
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

/** A lock that could be read, and what the version is now. */
export interface HeldLock {
  readonly lock: Lock;
  readonly now: Shape;
  /** As shown to people. */
  readonly file: string;
}

/** What is different in the versions of one service. The same difference in several versions is told once, at the first of their locks. */
export function lockDifferences(held: readonly HeldLock[]): readonly Problem[] {
  const told = new Map<
    string,
    { readonly problem: (versions: readonly string[]) => Problem; readonly versions: string[] }
  >();
  for (const { lock, now, file } of held) {
    const at =
      (line: number, column: number, words: string) =>
      (versions: readonly string[]): Problem => ({
        code: 'lock-differs',
        message: `${lock.service} ${versions.join(', ')}: ${words}`,
        file,
        line,
        column,
        hint: HINT,
      });
    const note = (words: string, problem: (versions: readonly string[]) => Problem): void => {
      const known = told.get(words);
      if (known === undefined) told.set(words, { problem, versions: [lock.version] });
      else known.versions.push(lock.version);
    };
    const changes = shapeChanges(lock.shape, now);
    if (changes.length === 0 && lock.hash !== lockHash(now)) {
      const words = 'the hash is not that of the lines below it';
      note(words, at(1, 1, words));
    }
    for (const change of causes(changes)) {
      const words = inWords(change);
      const line = lock.places.get(`${change.section} ${change.name}`) ?? lock.places.get(change.section) ?? 1;
      note(words, at(line, change.was === undefined ? 1 : 3, words));
    }
  }
  const problems = [...told.values()].map(({ problem, versions }) => problem(versions));
  const [first] = held;
  if (problems.length <= MOST || first === undefined) return problems;
  return [
    ...problems.slice(0, MOST),
    {
      code: 'lock-differs',
      message: `${first.lock.service}: and ${problems.length - MOST} more differences`,
      file: first.file,
      line: 1,
      column: 1,
      hint: HINT,
    },
  ];
}

/** Without the checks that are others because something of their endpoint is: one changed field is one difference. */
function causes(changes: readonly LineChange[]): readonly LineChange[] {
  const changed = new Set(
    changes.flatMap(({ section, name }) => (OF_ENDPOINTS.has(section) ? [name.split(/[/.]/)[0] ?? ''] : [])),
  );
  return changes.filter(({ section, name }) => section !== 'checks' || !changed.has(name.split('/')[0] ?? ''));
}

/** Sections whose lines begin with the name of an endpoint. */
const OF_ENDPOINTS: ReadonlySet<ShapeSection> = new Set<ShapeSection>(['endpoints', 'operations', 'fields']);

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
