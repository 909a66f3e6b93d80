/** Matcher `toConform`: compares a response with the checks on every response of an operation. */
import {
  type APIResponse,
  expect as base,
  type ExpectMatcherState,
  type MatcherReturnType,
  type Response,
} from '@playwright/test';
import { BadInput } from '../errors.ts';
import { recordExchange } from '../http/send-exchange.ts';
import { isMap } from '../model/json.ts';
import { pluralize } from '../model/text.ts';
import { matchesPathEnd } from '../model/path-template.ts';
import { NO_TRANSPORT } from '../http/transport.ts';
import type { Group, Plan, ResolvedOperation, Step } from '../plan/model.ts';
import type { Scope } from '../plan/scope.ts';
import { scopesOf } from '../plan/plan.ts';
import { similarIdsHint, planEndpoint, projectOf } from '../project/make-plan.ts';
import { targetFor, wholeTarget } from '../project/planning.ts';
import { projectRoot } from '../project/package.ts';
import { placeOfTarget } from '../project/settings.ts';
import { forLog } from '../report/printable.ts';
import { responseText } from '../report/sent-text.ts';
import { bindDestinations } from '../run/destinations.ts';
import { judgeContext } from '../run/execute.ts';
import { judgeGroup } from '../verdict/judge.ts';
import type { OperationId } from './operations.ts';
import path from 'node:path';

export interface ConformOptions {
  /** Spec version; optional if the service has only one. */
  readonly spec?: string;
}

/** Response of Playwright's request context or of a page. */
export type Answer = APIResponse | Response;

/** Result of comparing a response with the contract: IDs of failing checks. */
export interface Conformity {
  readonly failing: readonly string[];
  /** Failing checks with title, findings and contract line. */
  readonly lines: readonly string[];
  /** Masked response. */
  readonly answer: string;
}

/** Throws `BadInput` for a value that is not a response, and for an unknown operation. */
export async function conformityOf(response: Answer, operation: string, options?: ConformOptions): Promise<Conformity> {
  checkArguments(response, operation, options);
  const root = projectRoot();
  const target = targetOf(root);
  const { scope, group, declared, operations } = find(operation, options ?? {}, target, root);
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
  // Playwright does not expose the request; the method is taken from the contract and not shown.
  const wire = { method: declared.method, url: response.url(), headers: [] };
  const exchange = recordExchange(
    step,
    { id: `${group.id}#answer`, group: group.id, step: 'answer' },
    destination,
    wire,
    0,
    0,
    {
      status: response.status(),
      headers: (await response.headersArray()).map(({ name, value }) => [name.toLowerCase(), value] as const),
      body: await response.body(),
    },
  );
  checkPath(response.url(), exchange.request.url, declared);
  const passiveOnly = { ...group, setup: [], cases: [] };
  const judging = judgeContext({ project: projectOf(root), plan: { groups: [], operations } });
  const failing = judgeGroup(passiveOnly, [exchange], judging).filter(({ verdict }) => verdict === 'fail');
  const checks = new Map(group.passive.map((check) => [check.id, check]));
  const lines = failing.map((result) => {
    const check = checks.get(result.check);
    const at =
      check === undefined ? '' : ` (${path.relative('.', path.resolve(root, check.at.file))}:${check.at.line})`;
    const findings = result.findings.map((f) => `    ${f.where}: expected ${f.expected}, received ${f.actual}`);
    return [`  ${result.check} — ${check?.title ?? ''}${at}`, ...findings].join('\n');
  });
  return { failing: failing.map(({ check }) => check), lines, answer: responseText(exchange) };
}

/** JavaScript callers may pass anything, such as a promise without `await`. */
function checkArguments(response: unknown, operation: unknown, options: unknown): void {
  const hasMethod = (name: string): boolean =>
    typeof (response as Record<string, unknown> | null | undefined)?.[name] === 'function';
  if (!['url', 'status', 'headersArray', 'body'].every(hasMethod))
    throw BadInput.of('no-answer', `toConform expects a response, got ${kindOf(response)}`, {
      hint: hasMethod('then')
        ? 'Await the request: expect(await request.get(…)).'
        : 'Pass the result of request.get(…) or another request method.',
    });
  if (typeof operation !== 'string')
    throw BadInput.of('unknown-operation', `the operation must be a string, got ${kindOf(operation)}`, {
      hint: 'Write "service/endpoint/operation".',
    });
  if (options !== undefined) checkOptions(options);
}

/** Unknown options are rejected, since ignoring `spec` would compare with the wrong version. */
function checkOptions(options: unknown): void {
  const hint = "Pass { spec: '4.0.1' } to select a version, or omit the options.";
  if (!isMap(options))
    throw BadInput.of('bad-option', `the options must be an object, got ${quoted(options)}`, { hint });
  const unknownOperation = Object.keys(options).filter((name) => name !== 'spec');
  if (unknownOperation.length > 0)
    throw BadInput.of('bad-option', `toConform has no option ${unknownOperation.map(quoted).join(', ')}`, { hint });
  const { spec } = options;
  if (spec !== undefined && typeof spec !== 'string')
    throw BadInput.of('bad-option', `spec must be a string, got ${quoted(spec)}`, { hint });
}

function quoted(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value) : kindOf(value);
}

/** Responses of another path do not belong to the operation. Their request method is unknown. */
function checkPath(url: string, shown: string, { method, path: declared }: ResolvedOperation): void {
  const wanted = URL.canParse(declared) ? pathOf(declared) : declared;
  if (matchesPathEnd(pathOf(url), wanted)) return;
  throw BadInput.of(
    'other-operation',
    `this response is from ${pathOf(shown)}, but the operation is ${method} ${declared}`,
    { hint: 'Pass the operation that was called.' },
  );
}

function pathOf(url: string): string {
  const path = url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '').replace(/[?#].*/s, '');
  try {
    return decodeURI(path) || '/';
  } catch {
    return path;
  }
}

function kindOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  return value instanceof Promise ? 'a promise' : 'an object of another kind';
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

/** Scope and any group of an operation: passive checks are the same in all groups. */
function find(operation: string, { spec }: ConformOptions, target: ReturnType<typeof targetOf>, root: string): Found {
  const [service = '', endpoint = '', ...names] = operation.split('/');
  const name = names.join('/');
  const project = projectOf(root);
  const scopes = scopesOf(project, target);
  const serviceScopes = scopes.filter((scope) => scope.service === service);
  if (serviceScopes.length === 0 && project.specs.some((one) => one.service === service))
    throw BadInput.of('unknown-service', `the target "${target.target}" does not name the service "${service}"`, {
      hint: 'PLUMBLINE_TARGET selects the target with the answers to open questions. Set it to a target with this service, or unset it.',
    });
  const versions = serviceScopes.map(({ version }) => version);
  const [scope, ...others] =
    spec === undefined ? serviceScopes : serviceScopes.filter(({ version }) => version === spec);
  if (versions.length > 0 && (scope === undefined || others.length > 0))
    throw BadInput.of(
      'unknown-version',
      spec === undefined ? `${service} has several versions` : `${service} has no version ${JSON.stringify(spec)}`,
      { hint: `Pass { spec: ${versions.map((version) => `'${version}'`).join(' | ')} }.` },
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
    hint: hintFor(operation.split('/'), ids),
  });
}

/** Suggestion for an unknown operation, or the known names of the first wrong part. */
function hintFor(asked: readonly string[], ids: readonly string[]): string {
  let left = ids.map((id) => id.split('/'));
  for (const [place, what] of ['services', 'endpoints', 'operations'].entries()) {
    const part = asked[place] ?? '';
    const known = [...new Set(left.flatMap((parts) => parts[place] ?? []))];
    if (!known.includes(part)) {
      const rest = (parts: readonly string[]): string => parts.slice(place + 1).join('/');
      const isRightElse = ids.some((id) => rest(id.split('/')) === rest(asked));
      const near = similarIdsHint(part, known);
      const whole = near !== undefined && isRightElse ? similarIdsHint(asked.join('/'), ids) : near;
      return whole ?? `Write "service/endpoint/operation"; ${what}: ${known.join(', ')}.`;
    }
    left = left.filter((parts) => parts[place] === part);
  }
  return 'Write "service/endpoint/operation".';
}

/** Error for a call that cannot be judged, without our stack frames. */
function matcherError(error: BadInput, hint: string): Error {
  const wrong = new Error(`${hint}\n\nThe response was not compared: ${forLog(error.message)}`);
  const ownFolder = path.join(import.meta.dirname, '..');
  const frames = (error.stack ?? '')
    .split('\n')
    .filter((line) => line.startsWith('    at ') && !line.includes(ownFolder));
  wrong.stack = [`Error: ${wrong.message}`, ...frames].join('\n');
  return wrong;
}

/** Playwright's `expect` with `toConform`. */
export const expect = base.extend({
  async toConform(
    this: ExpectMatcherState,
    response: Answer,
    operation: OperationId,
    options?: ConformOptions,
  ): Promise<MatcherReturnType> {
    // Playwright adds or removes colours.
    const hint = this.utils.matcherHint('toConform', 'response', 'operation', { isNot: this.isNot });
    const { failing, lines, answer } = await conformityOf(response, operation, options).catch((error: unknown) => {
      if (!(error instanceof BadInput)) throw error;
      throw matcherError(error, hint);
    });
    const said =
      failing.length === 0
        ? `${operation}: the response conforms to the contract`
        : `${operation}: ${pluralize(failing.length, 'check')} failed\n${lines.join('\n')}\n\n${answer}`;
    return {
      pass: failing.length === 0,
      name: 'toConform',
      expected: operation,
      actual: failing,
      message: () => `${hint}\n\n${forLog(said)}`,
    };
  },
});
