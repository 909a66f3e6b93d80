/** Open questions of a target as YAML for its `answers`, the most important first. */
import type { Json } from '../model/json.ts';
import type { OpenPoint, Target } from '../load/model.ts';
import type { Check, Plan } from '../plan/model.ts';
import type { Scope } from '../plan/scope.ts';
import { checksOf } from '../plan/plan.ts';
import { pluralize } from '../model/text.ts';

/** Limit of operations that are named for an open question. */
const MAX_OPERATIONS = 4;

interface Weighed {
  readonly point: OpenPoint;
  readonly checks: readonly Check[];
  /** Planned versions that the target answers the question for, generally or separately. */
  readonly answeredIn: readonly string[];
  readonly isAnswered: boolean;
}

/** YAML for the target file. Existing answers are kept; unanswered questions are comments. */
export function answersYaml(target: Target, scopes: readonly Scope[], plan: Plan): string {
  const byPoint = new Map<string, Check[]>();
  for (const check of checksOf(plan))
    for (const point of check.restsOn) byPoint.set(point, [...(byPoint.get(point) ?? []), check]);
  const services = [...new Map(scopes.map((scope) => [scope.service, scope.spec])).values()];
  const weighed = services
    .flatMap((spec) => spec.openPoints.map((point) => weighQuestion(point, scopesOf(spec.service), byPoint)))
    .sort((a, b) => b.checks.length - a.checks.length || (a.point.id < b.point.id ? -1 : 1));
  const open = weighed.filter(({ answeredIn }) => answeredIn.length === 0).length;
  const whole = weighed.filter(({ isAnswered }) => isAnswered).length;
  const partly = weighed.length - open - whole;
  return [
    `# Open questions of ${target.target}: ${open} without an answer, ${whole} answered${partly === 0 ? '' : `, ${partly} answered for some versions`}.`,
    '# To answer a question, remove "# " before its last line. An answer that differs from the assumption changes the test cases.',
    '# Answers for single versions are under answersIn.',
    'answers:',
    ...weighed.flatMap((one) => entry(one, target)),
    '',
    ...versionAnswersYaml(target),
  ].join('\n');

  function scopesOf(service: string): readonly Scope[] {
    return scopes.filter((scope) => scope.service === service);
  }
}

function weighQuestion(
  point: OpenPoint,
  scopes: readonly Scope[],
  byPoint: ReadonlyMap<string, readonly Check[]>,
): Weighed {
  const answeredIn = scopes.filter((scope) => scope.isAnswered(point.id)).map(({ version }) => version);
  return { point, checks: byPoint.get(point.id) ?? [], answeredIn, isAnswered: answeredIn.length === scopes.length };
}

function entry({ point, checks, answeredIn, isAnswered }: Weighed, target: Target): readonly string[] {
  const { id, question, kind, default: value, choices, reason, section } = point;
  const answer = target.answers[id];
  const versionAnswers = Object.entries(target.answersIn ?? {}).filter(([, answers]) => answers[id] !== undefined);
  return [
    '',
    ...`# ${question}\n# ${reason} (${section})`.split('\n').map((line) => `  ${line}`),
    ...(kind === 'confirm'
      ? ['  # This question can only be confirmed. If the service differs, edit the contract.']
      : [`  # assumption: ${flow(value)}${choices === undefined ? '' : `, one of ${choices.map(flow).join(', ')}`}`]),
    `  # ${weight(checks)}`,
    ...(isAnswered || answeredIn.length === 0 ? [] : [`  # ${partlyAnswered(checks, answeredIn)}`]),
    ...versionAnswers.map(([version, answers]) => `  # answered in ${version}: ${flow(answers[id] ?? null)}`),
    ...(target.lists ?? [])
      .filter(({ point: of, version }) => of === id && version === undefined)
      .map(({ list, codes }) => `  ${id}: ${flow({ list, codes })}`),
    ...(isListed(id, target) ? [] : [answer === undefined ? `  # ${id}: ${flow(value)}` : `  ${id}: ${flow(answer)}`]),
  ];
}

/** Whether the service returns the list of codes at the beginning of a run. */
function isListed(id: string, { lists = [] }: Target): boolean {
  return lists.some(({ point, version }) => point === id && version === undefined);
}

function partlyAnswered(checks: readonly Check[], versions: readonly string[]): string {
  const answered = checks.filter(({ spec }) => versions.includes(spec)).length;
  return `answered for ${answered} of these checks, not for ${checks.length - answered}`;
}

/** Answers for single versions. */
function versionAnswersYaml({ answersIn = {} }: Target): readonly string[] {
  const versions = Object.entries(answersIn).filter(([, answers]) => Object.keys(answers).length > 0);
  if (versions.length === 0) return [];
  return [
    'answersIn:',
    ...versions.flatMap(([version, answers]) => [
      `  ${flow(version)}:`,
      ...Object.entries(answers).map(([id, answer]) => `    ${id}: ${flow(answer)}`),
    ]),
    '',
  ];
}

function weight(checks: readonly Check[]): string {
  if (checks.length === 0) return 'affects no check of this target';
  const operations = new Map<string, number>();
  for (const { endpoint, operation } of checks)
    operations.set(`${endpoint}/${operation}`, (operations.get(`${endpoint}/${operation}`) ?? 0) + 1);
  const most = [...operations].sort(([, a], [, b]) => b - a).map(([name]) => name);
  const more = most.length - MAX_OPERATIONS;
  const named = `${most.slice(0, MAX_OPERATIONS).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  return `affects ${pluralize(checks.length, 'check')} of ${named}`;
}

/** Compact JSON, which is also YAML. */
function flow(value: Json): string {
  return JSON.stringify(value);
}
