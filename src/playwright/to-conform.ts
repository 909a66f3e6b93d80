/** A matcher for suites of somebody's own: one answer held against all that a contract says of every answer of an operation. */
import { expect as base, type APIResponse, type ExpectMatcherState, type MatcherReturnType } from '@playwright/test';
import path from 'node:path';
import { BadInput } from '../errors.ts';
import { record } from '../exchange/sender.ts';
import { NO_TRANSPORT } from '../exchange/transport.ts';
import type { Group, Plan, ResolvedOperation, Step } from '../plan/model.ts';
import type { Scope } from '../plan/scope.ts';
import { scopesOf } from '../plan/plan.ts';
import { nearIds } from '../project/near-ids.ts';
import { projectOf } from '../project/kept-project.ts';
import { planEndpoint } from '../project/make-plan.ts';
import { targetFor, wholeTarget } from '../project/planning.ts';
import { projectRoot } from '../project/root.ts';
import { placeOfTarget } from '../project/target-place.ts';
import { forLog } from '../report/printable.ts';
import { exchangeText } from '../report/sent-text.ts';
import { bindDestinations } from '../run/destinations.ts';
import { judgeContext } from '../run/execute.ts';
import { judgeGroup } from '../verdict/judge.ts';

export interface ConformOptions {
  /** The spec version; may be left away where the service has one. */
  readonly spec?: string;
}

/** What the contract says of one answer: the ids of the checks that fail. */
export interface Conformity {
  readonly failing: readonly string[];
  /** The failing checks, each with its words, its findings and its place in the contract. */
  readonly lines: readonly string[];
  /** The answer as it was judged: masked. */
  readonly answer: string;
}

/** Throws `BadInput` for an operation that no contract has. */
export async function conformityOf(
  response: APIResponse,
  operation: string,
  options: ConformOptions = {},
): Promise<Conformity> {
  const root = projectRoot();
  const { scope, group, declared, operations } = find(operation, options, root);
  const target = targetOf(root);
  const destination = bindDestinations({
    scopes: [scope],
    target,
    allowWrites: false,
    plain: NO_TRANSPORT,
    secrets: { read: () => '' },
    clock: Date.now,
  })(scope.service, scope.version);
  const step: Step = {
    name: 'answer',
    operation: `${group.endpoint}/${group.operation}`,
    request: {
      base: 'service',
      method: declared.method,
      path: declared.path,
      parameters: {},
      headers: {},
      auth: { kind: 'good' },
    },
    success: { statuses: declared.success },
  };
  const wire = { method: declared.method, url: response.url(), headers: [] };
  const exchange = record(
    step,
    { id: `${group.id}#answer`, group: group.id, step: 'answer' },
    destination,
    wire,
    0,
    0,
    {
      status: response.status(),
      headers: response.headersArray().map(({ name, value }) => [name.toLowerCase(), value] as const),
      body: await response.body(),
    },
  );
  const alone = { ...group, setup: [], cases: [] };
  const judging = judgeContext({ project: projectOf(root), plan: { groups: [], operations } });
  const failing = judgeGroup(alone, [exchange], judging).filter(({ verdict }) => verdict === 'fail');
  const checks = new Map(group.passive.map((check) => [check.id, check]));
  const lines = failing.map((result) => {
    const check = checks.get(result.check);
    const at =
      check === undefined ? '' : ` (${path.relative('.', path.resolve(root, check.at.file))}:${check.at.line})`;
    const findings = result.findings.map((f) => `    ${f.where}: expected ${f.expected}, received ${f.actual}`);
    return [`  ${result.check} — ${check?.title ?? ''}${at}`, ...findings].join('\n');
  });
  return { failing: failing.map(({ check }) => check), lines, answer: exchangeText(exchange) };
}

function targetOf(root: string): ReturnType<typeof targetFor> {
  const named = process.env['PLUMBLINE_TARGET'];
  return named === undefined ? wholeTarget(projectOf(root)) : targetFor(root, placeOfTarget(named, root));
}

interface Found {
  readonly scope: Scope;
  readonly group: Group;
  readonly declared: ResolvedOperation;
  readonly operations: Plan['operations'];
}

/** The operation of a service in one version, with any group of it: what is said of every answer is the same in all. */
function find(operation: string, { spec }: ConformOptions, root: string): Found {
  const [service = '', endpoint = '', name = ''] = operation.split('/');
  const scopes = scopesOf(projectOf(root), targetOf(root));
  const own = scopes.filter((scope) => scope.service === service);
  const versions = own.map(({ version }) => version);
  const [scope, ...others] = spec === undefined ? own : own.filter(({ version }) => version === spec);
  if (versions.length > 0 && (scope === undefined || others.length > 0))
    throw BadInput.of(
      'unknown-version',
      spec === undefined ? `${service} has several versions` : `${service} has no version ${JSON.stringify(spec)}`,
      { hint: `Say { spec: ${versions.map((version) => `'${version}'`).join(' | ')} }.` },
    );
  const { groups, operations } = planEndpoint(scope === undefined ? [] : [scope], endpoint);
  const group = groups.find((one) => one.endpoint === endpoint && one.operation === name);
  const declared = operations[`${service}@${scope?.version ?? ''}/${endpoint}/${name}`];
  if (scope === undefined || group === undefined || declared === undefined)
    throw unknown(operation, scope === undefined ? scopes : [scope]);
  return { scope, group, declared, operations };
}

function unknown(operation: string, scopes: readonly Scope[]): BadInput {
  const ids = scopes.flatMap((scope) =>
    scope
      .endpoints()
      .flatMap((one) => scope.operations(one).map(({ name }) => `${scope.service}/${one.endpoint}/${name}`)),
  );
  return BadInput.of('unknown-operation', `no contract has the operation ${JSON.stringify(operation)}`, {
    hint: nearIds(operation, ids) ?? `An operation is named as "${ids[0] ?? 'service/endpoint/operation'}" is.`,
  });
}

/** Playwright's `expect`, and `toConform`. */
export const expect = base.extend({
  async toConform(
    this: ExpectMatcherState,
    response: APIResponse,
    operation: string,
    options?: ConformOptions,
  ): Promise<MatcherReturnType> {
    const { failing, lines, answer } = await conformityOf(response, operation, options);
    const hint = this.utils.matcherHint('toConform', 'response', 'operation', { isNot: this.isNot });
    return {
      pass: failing.length === 0,
      name: 'toConform',
      expected: operation,
      actual: failing,
      message: () =>
        forLog(
          failing.length === 0
            ? `${hint}\n\n${operation}: nothing departs from the contract`
            : `${hint}\n\n${operation}: ${failing.length} departures from the contract\n${lines.join('\n')}\n\n${answer}`,
        ),
    };
  },
});
