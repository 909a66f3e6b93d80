/** The open points of a target as the part of its file that answers them, most weighty first. Pure. */
import type { Json } from '../record/json.ts';
import type { OpenPoint, Target } from '../load/model.ts';
import type { Check, Plan } from '../plan/model.ts';
import type { Scope } from '../plan/scope.ts';
import { checksOf } from '../plan/plan.ts';
import { count } from '../report/words.ts';

/** What an answer would change is told by the operations that most of its checks belong to. */
const MOST_OPERATIONS = 4;

interface Weighed {
  readonly point: OpenPoint;
  readonly checks: readonly Check[];
}

/** YAML to paste into a target: what is answered stands as it is answered, and what is not stands as a comment. */
export function answersYaml(target: Target, scopes: readonly Scope[], plan: Plan): string {
  const byPoint = new Map<string, Check[]>();
  for (const check of checksOf(plan))
    for (const point of check.restsOn) byPoint.set(point, [...(byPoint.get(point) ?? []), check]);
  const specs = new Map(scopes.map((scope) => [scope.service, scope.spec]));
  const weighed = [...specs.values()]
    .flatMap((spec) => spec.openPoints)
    .map((point): Weighed => ({ point, checks: byPoint.get(point.id) ?? [] }))
    .sort((a, b) => b.checks.length - a.checks.length || (a.point.id < b.point.id ? -1 : 1));
  const open = weighed.filter(({ point }) => target.answers[point.id] === undefined);
  return [
    `# Open points of ${target.target}: ${count(open.length, 'is', 'are')} not answered, ${count(weighed.length - open.length, 'is', 'are')}.`,
    '# Take away the # before an answer to give it; an answer that differs from the default changes what is sent or expected.',
    '# Answers for one version stand under answersIn, by version.',
    'answers:',
    ...weighed.flatMap((one) => entry(one, target)),
    '',
  ].join('\n');
}

function entry({ point, checks }: Weighed, { answers }: Target): readonly string[] {
  const { id, question, kind, default: value, choices, reason, section } = point;
  const answer = answers[id];
  return [
    '',
    ...`# ${question}\n# ${reason} (${section})`.split('\n').map((line) => `  ${line}`),
    ...(kind === 'confirm'
      ? ['  # It can only be confirmed: where the service differs, edit the contract.']
      : [`  # default: ${flow(value)}${choices === undefined ? '' : `, one of ${choices.map(flow).join(', ')}`}`]),
    `  # ${weight(checks)}`,
    answer === undefined ? `  # ${id}: ${flow(value)}` : `  ${id}: ${flow(answer)}`,
  ];
}

function weight(checks: readonly Check[]): string {
  if (checks.length === 0) return 'no check of this target rests on it';
  const operations = new Map<string, number>();
  for (const { endpoint, operation } of checks)
    operations.set(`${endpoint}/${operation}`, (operations.get(`${endpoint}/${operation}`) ?? 0) + 1);
  const most = [...operations].sort(([, a], [, b]) => b - a).map(([name]) => name);
  const more = most.length - MOST_OPERATIONS;
  const named = `${most.slice(0, MOST_OPERATIONS).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  return `${count(checks.length, 'check')} ${checks.length === 1 ? 'rests' : 'rest'} on it, of ${named}`;
}

/** JSON is YAML. */
function flow(value: Json): string {
  return JSON.stringify(value);
}
