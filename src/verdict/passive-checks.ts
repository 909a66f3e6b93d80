/**
 * Passive checks on requests of a group to other operations of its endpoint, such as a read in a case of the update.
 * They cover responses that no group of the other operation has, such as a read after an update.
 * Only requests that follow the contract are judged. A case may expect a rejection, and a changed request is sent to be
 * rejected.
 */
import { mergeObjects, groupBy } from '../model/objects.ts';
import { type CaseEvidence, type Exchange, setupStep } from '../model/exchange.ts';
import { acceptFor } from '../plan/request-headers.ts';
import type { Check, Group, ResolvedOperation, Step } from '../plan/model.ts';
import type { PassiveRule } from '../rules/model.ts';
import { findRule } from '../rules/registry.ts';
import { checkResult } from './check-result.ts';
import type { CheckResult } from './model.ts';
import { boundFindings } from './roll-up.ts';

/** Planned passive checks, by `<service>@<spec>/<endpoint>`. */
export type PassiveChecks = Readonly<Record<string, readonly OfOperation[]>>;

interface OfOperation {
  readonly place: string;
  readonly checks: readonly Check[];
}

export function passiveChecksByEndpoint(groups: readonly Group[]): PassiveChecks {
  // All groups of an operation have the same passive checks.
  const operations = new Map(groups.map((group) => [passiveOperationKey(group), group]));
  const byEndpoint = groupBy(operations, ([, group]) => endpointOf(group));
  return Object.fromEntries(
    [...byEndpoint].map(([endpoint, own]) => [
      endpoint,
      own.map(([place, { passive }]) => ({ place, checks: passive })),
    ]),
  );
}

interface Passing {
  readonly operations: Readonly<Record<string, ResolvedOperation>>;
  readonly forbiddenTexts: Readonly<Record<string, readonly string[]>>;
  readonly passive: PassiveChecks;
}

/** Returns failures only: the operation's own groups report what passes. */
export function judgePassiveElsewhere(
  group: Group,
  setup: CaseEvidence,
  evidenceOf: (planned: Group['cases'][number]) => CaseEvidence,
  { operations, forbiddenTexts, passive }: Passing,
): readonly CheckResult[] {
  const sent = [
    ...group.setup.map((step) => ({ step, exchanges: setup[setupStep(step.name)] })),
    ...group.cases.flatMap((planned) => {
      const evidence = evidenceOf(planned);
      return planned.steps.map((step) => ({ step, exchanges: evidence[step.name] }));
    }),
  ].filter(({ step }) => step.operation === undefined && isSentOnce(step));
  if (sent.length === 0) return [];
  const own = passiveOperationKey(group);
  return (passive[endpointOf(group)] ?? []).flatMap(({ place, checks }) => {
    const operation = place === own ? undefined : operations[place];
    if (operation === undefined) return [];
    const answers = sent
      .filter(({ step }) => isAsDeclared(step, operation))
      .flatMap(({ exchanges = [] }) => exchanges.filter(isTaken));
    return answers.length === 0 ? [] : checks.flatMap((check) => wrongIn(answers, check, operation, forbiddenTexts));
  });
}

/** Key of the operation in a plan. */
export function passiveOperationKey(group: Group): string {
  return `${endpointOf(group)}/${group.operation}`;
}

function endpointOf({ service, spec, endpoint }: Group): string {
  return `${service}@${spec}/${endpoint}`;
}

function wrongIn(
  answers: readonly Exchange[],
  check: Check,
  operation: ResolvedOperation,
  never: Passing['forbiddenTexts'],
): readonly CheckResult[] {
  const rule = findRule(check.rule);
  if (rule?.kind !== 'passive') return [];
  const found = judgementsOf(answers, rule, operation, never[operation.service] ?? []).flatMap((judgement) =>
    judgement.kind === 'judged' ? judgement.findings : [],
  );
  if (found.length === 0) return [];
  const findings = boundFindings(found, check.id);
  const evidence = [...new Set(findings.map((one) => one.evidence))];
  return [mergeObjects(checkResult(check, { kind: 'judged', findings }, evidence), { aside: true as const })];
}

/**
 * Rules over a whole group have judged these exchanges in that group, and rules over all responses need all of them.
 */
function judgementsOf(
  answers: readonly Exchange[],
  rule: PassiveRule,
  operation: ResolvedOperation,
  never: readonly string[],
): readonly ReturnType<PassiveRule['judge']>[] {
  if (rule.judgesPairs === true && rule.judgeAll !== undefined) return [rule.judgeAll(answers, operation)];
  if (rule.wholeGroup === true || rule.judgeAll !== undefined || rule.judgeMade !== undefined) return [];
  return answers.map((answer) => rule.judge(answer, operation, never));
}

function isTaken({ response }: Exchange): boolean {
  return response !== undefined && (response.status < 400 || response.status >= 500);
}

function isSentOnce({ send, via, raw, request: { location, address } }: Step): boolean {
  return [send, via, raw, location, address].every((one) => one === undefined);
}

/** Whether the request is the declared one: method, path, a valid caller, an unchanged body, and no headers but conditions and the usual Accept. */
function isAsDeclared({ request }: Step, { method, path, access, mediaType }: ResolvedOperation): boolean {
  const { auth, body, headers } = request;
  if (request.method !== method || request.path !== path) return false;
  if (access === 'token' ? auth.kind !== 'good' : auth.kind !== 'none' && auth.kind !== 'good') return false;
  if (body?.kind === 'json' && (body.mutation ?? body.raw ?? body.type) !== undefined) return false;
  return Object.entries(headers).every(
    ([name, value]) => CONDITIONS.includes(name) || (name === 'accept' && value === acceptFor(mediaType)),
  );
}

const CONDITIONS: readonly string[] = ['if-match', 'if-none-match'];
