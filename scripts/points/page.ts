/** The page on what each open point comes to when it is answered otherwise. */
import { ALLOWED } from './allowed.ts';
import { wayOf, type Point, type Shown } from './matrix.ts';

export function page(points: readonly Point[], seen: ReadonlyMap<string, Shown>): string {
  const of = (way: string): readonly Point[] => points.filter((one) => wayOf(one) === way);
  const row = ({ point }: Point): string => {
    const found = seen.get(point.id);
    return `| \`${point.id}\` | ${found?.version ?? ''} | \`${JSON.stringify(found?.answer ?? null).replaceAll('|', '\\|')}\` | ${found?.checks ?? 0} | ${found?.passed ?? 0} | ${found?.red.length ?? 0} |`;
  };
  return [
    '# What an answer comes to',
    '',
    'Each open point is answered otherwise than its default, and what rests on it is run. `npm run points` does that for all of them and',
    'writes this page; a part, drawn by the commit, is run in `npm test`.',
    '',
    '## Answered otherwise, and right',
    '',
    'A reference service that is made right for the answer (`services/answers/`) passes what rests on the point, and all of it is confirmed; the reference as it is does not.',
    'Red is what fails there, or cannot be judged since what it needs is refused.',
    '',
    '| open point | version | other answer | checks | pass where it is right | red where it is not |',
    '| --- | --- | --- | --- | --- | --- |',
    ...of('answered').map(row),
    '',
    '## Answered otherwise, and asked no more',
    '',
    'Where the answer leaves nothing to ask, a service with a fault is right for it: what turns red by the fault under the default is not asked of it, or passes.',
    '',
    '| open point | version | other answer | checks | not asked, or pass | red under the default | fault |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...of('allowed').map((one) => `${row(one)} \`${ALLOWED[one.point.id] ?? ''}\` |`),
    '',
    '## Confirmed, or edited in the contract',
    '',
    'No single value says what these ask. A target confirms them as they are, or the contract is edited and confirmed then; the editing is what has an effect.',
    '',
    ...of('confirmed').map(({ point }) => `- \`${point.id}\`: ${point.question}`),
    '',
  ].join('\n');
}
