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
    '# What an answer comes to',
    '',
    'Each open point is answered otherwise than its default, and what rests on it is run. `npm run points` does that for all of them and',
    'writes this page; a part, drawn by the commit, is run in `npm test`. A point that has a value and is in neither table fails a test.',
    '',
    '## Answered otherwise, and right',
    '',
    'A reference service that is made right for the answer (`services/answers/`) passes what rests on the point, and all of it is confirmed; the reference as it is does not.',
    'Red is what fails there, or cannot be judged since what it needs is refused. As long as nobody has answered, nothing blocks such a service: what fails there is assumed.',
    '',
    '| open point | version | other answer | checks | pass where it is right | red where it is not |',
    '| --- | --- | --- | --- | --- | --- |',
    ...of('answered').map((one) => row(one, ({ checks, green, red }) => [checks, green.length, red.length])),
    '',
    ...silences(of('answered'), seen),
    '## Answered otherwise, and asked no more',
    '',
    'The default of these is a duty, and another answer takes it away: a service may then do what the last column says, or not, and no check could find it wrong in either.',
    'A service that does so has a fault while the default holds, and the checks in the fourth column turn red by it. Under the other answer the same service is right:',
    'they are not planned, pass with what was answered, or say why nothing is asked.',
    '',
    '| open point | version | other answer | red under the default | fault | under the other answer | why |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...of('allowed').map((one) => {
      const { fault = '', why = '' } = ALLOWED[one.point.id] ?? {};
      return row(one, (found) => [found.red.length, `\`${fault}\``, fateOf(found), why]);
    }),
    '',
    '## Confirmed, or edited in the contract',
    '',
    'No single value says what these ask. A target confirms them as they are, or the contract is edited and confirmed then; the editing is what has an effect.',
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
