/** The page on what each open point comes to when it is answered otherwise. */
import { ALLOWED } from './allowed.ts';
import { wayOf, type Point, type Shown } from './matrix.ts';

export function page(points: readonly Point[], seen: ReadonlyMap<string, Shown>): string {
  const of = (way: string): readonly Point[] => points.filter((one) => wayOf(one) === way);
  const row = ({ point: { id } }: Point, rest: (found: Shown) => readonly (number | string)[]): string => {
    const found = seen.get(id);
    if (found === undefined) return '';
    const answer = JSON.stringify(found.answer).replaceAll('|', '\\|');
    return `| ${[`\`${id}\``, found.version, `\`${answer}\``, ...rest(found)].join(' | ')} |`;
  };
  return [
    '# Effects of answers to open questions',
    '',
    '`npm run points` answers each open question with another value than its assumption, and runs the checks that depend on it.',
    '`npm test` does so for a fixed part of the questions. A question with a value that is in neither table fails a test.',
    '',
    '## Another answer changes the expectation',
    '',
    'A reference service that matches the answer (`services/answers/`) passes these checks, and all of them are confirmed. The unchanged reference fails them.',
    'The last column counts checks that fail or cannot be judged there. Without an answer these failures are assumed and do not block.',
    '',
    '| open question | version | other answer | checks | pass on a matching service | fail on the other |',
    '| --- | --- | --- | --- | --- | --- |',
    ...of('answered').map((one) => row(one, ({ checks, green, red }) => [checks, green.length, red.length])),
    '',
    ...silences(of('answered'), seen),
    '## Another answer removes the requirement',
    '',
    'The assumption is a requirement, and the other answer removes it. The service may then behave as in the last column, or not.',
    'Under the assumption this behaviour is a fault: the checks in the fourth column fail. Under the other answer',
    'these checks are not planned, pass, or do not apply.',
    '',
    '| open question | version | other answer | fail under the assumption | fault | under the other answer | why |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...of('allowed').map((one) => {
      const { fault = '', why = '' } = ALLOWED[one.point.id] ?? {};
      return row(one, (found) => [found.red.length, `\`${fault}\``, fateOf(found), why]);
    }),
    '',
    '## Confirmed, or edited in the contract',
    '',
    'These questions have no single value. A target confirms the contract, or the contract is edited and then confirmed.',
    '',
    ...of('confirmed').map(({ point }) => `- \`${point.id}\`: ${point.question}`),
    '',
  ].join('\n');
}

/** What becomes of the checks that were red. */
function fateOf({ green, silent }: Shown): string {
  return [
    ...(green.length === 0 ? [] : [`${green.length} pass`]),
    ...[...counted(silent)].map(([reason, count]) =>
      reason === '' ? `${count} not planned` : `${count} inapplicable: ${reason}`,
    ),
  ].join('; ');
}

function counted(silent: Shown['silent']): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const reason of silent.values()) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return counts;
}

/** Checks that are planned under the other answer and find nothing to judge on the service that is right for it. */
function silences(points: readonly Point[], seen: ReadonlyMap<string, Shown>): readonly string[] {
  const all = points.flatMap(({ point: { id } }) => {
    const silent = seen.get(id)?.silent ?? new Map<string, string>();
    return [...counted(silent)].map(([reason, count]) => {
      const [first = ''] = [...silent].find(([, why]) => why === reason) ?? [];
      return `- \`${id}\`: ${reason} (${count}, such as \`${first}\`)`;
    });
  });
  return all.length === 0 ? [] : ['Of these checks some find nothing there that they could judge:', '', ...all, ''];
}
