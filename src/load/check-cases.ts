/** Checks of declared cases: changes, steps, directives, and checks. */
import { pluralize } from '../model/text.ts';
import { type Json, isMap } from '../model/json.ts';
import type { RawCase, RawCheck } from '../schema/cases.ts';
import { checkJsonSchema } from './check-json-schema.ts';
import {
  checkEndpointName,
  checkOperationName,
  checkServer,
  type EndpointScope,
  parametersIn,
  parametersOf,
} from './endpoint-scope.ts';
import { OPERATION_KINDS, type ScenarioStep } from './model.ts';
import { patternFault } from './pattern-faults.ts';

const DIRECTIVES = ['$today', '$unique', '$digits', '$repeat', '$record'];
/** Directives for values from an earlier step. */
const OF_STEPS = ['$ref', '$sent', '$header', '$cookie'];
/** Maximum length of a generated value, which is built in memory. */
const MAX_TIMES = 100_000;

/** An object whose only key begins with `$` is a directive. A mistyped one would be sent unchanged. */
export function checkDirectives(scope: EndpointScope, value: Json, steps?: readonly string[]): void {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const item of value as readonly Json[]) checkDirectives(scope, item, steps);
    return;
  }
  const object = value as Readonly<Record<string, Json>>;
  const [first, ...others] = Object.keys(object);
  if (first?.startsWith('$') === true && others.length === 0) checkDirective(scope, object, first, steps);
  for (const member of Object.values(object)) checkDirectives(scope, member, steps);
}

function checkDirective(
  scope: EndpointScope,
  object: Readonly<Record<string, Json>>,
  name: string,
  steps: readonly string[] | undefined,
): void {
  const { document } = scope;
  if (steps !== undefined && OF_STEPS.includes(name)) return checkReference(scope, object, name, steps);
  if (!document.expectKnown('directive', name, DIRECTIVES, object, name, { which: 'key' })) return;
  const value = object[name];
  if (name === '$record') return checkRecord(scope, object, value);
  const expected =
    name === '$repeat'
      ? `{ times, item } with at most ${pluralize(MAX_TIMES, 'time')}`
      : name === '$today'
        ? 'an integer number of days'
        : `a length of 1 to ${MAX_TIMES}${name === '$unique' ? ', or a string with * for characters and # for digits' : ''}`;
  if (!isDirectiveValue(name, value)) document.report('wrong-value', `${name} must be ${expected}`, object, name);
}

/** `{ $record: endpoint#/member }`: an endpoint of the service, and a place below its record. */
function checkRecord(scope: EndpointScope, object: object, value: Json | undefined): void {
  const [, endpoint, pointer] = /^([^#]*)#(\/.*)$/.exec(typeof value === 'string' ? value : '') ?? [];
  if (endpoint === undefined || pointer === undefined)
    scope.document.report('wrong-value', '$record must be endpoint#/field', object, '$record');
  else checkEndpointName(scope, endpoint, object, '$record');
}

function isDirectiveValue(name: string, value: Json | undefined): boolean {
  if (name === '$unique' && typeof value === 'string') return /[*#]/.test(value);
  if (name !== '$repeat')
    return (
      typeof value === 'number' &&
      Number.isInteger(value) &&
      (name === '$today' ? Math.abs(value) <= MAX_TIMES : value >= 1 && value <= MAX_TIMES)
    );
  if (!isMap(value)) return false;
  const { times, item, ...others } = value;
  return (
    typeof times === 'number' &&
    Number.isInteger(times) &&
    times >= 0 &&
    times <= MAX_TIMES &&
    item !== undefined &&
    Object.keys(others).length === 0
  );
}

/** `step#place`: an earlier step, and a place in its response, its request or its headers. */
function checkReference(
  scope: EndpointScope,
  object: Readonly<Record<string, Json>>,
  name: string,
  steps: readonly string[],
): void {
  const isNamed = name === '$header' || name === '$cookie';
  const form = isNamed ? /^([^#]+)#[\w-]+$/ : name === '$sent' ? /^([^#]+)#(\/.*|[\w-]+)?$/ : /^([^#]+)#(\/.*)?$/;
  const value = object[name];
  const [, step] = form.exec(typeof value === 'string' ? value : '') ?? [];
  if (step === undefined)
    scope.document.report('wrong-value', `${name} must be ${isNamed ? 'step#name' : 'step#/pointer'}`, object, name);
  else scope.document.expectKnown('earlier step', step, steps, object, name);
}

export function checkSteps(scope: EndpointScope, written: RawCase): void {
  const { document } = scope;
  const { change, steps, then } = written;
  if (steps === undefined) {
    if (change === undefined)
      document.report('missing-key', 'the case has neither `change` nor `steps`', written, 'title', 'key');
    return;
  }
  for (const key of ['change', 'then'] as const)
    if ((key === 'change' ? change : then) !== undefined)
      document.report(
        'wrong-value',
        `a case of several steps has no \`${key}\``,
        written,
        key,
        'key',
        'make it a step',
      );
  Object.entries(steps).forEach(([name, step], index) =>
    checkOne(scope, steps, name, step, Object.keys(steps).slice(0, index)),
  );
}

function checkOne(
  scope: EndpointScope,
  steps: object,
  name: string,
  step: ScenarioStep,
  earlier: readonly string[],
): void {
  const { document } = scope;
  const { on, method, path, location } = step;
  if ((on === undefined) === (method === undefined))
    document.report(
      'wrong-value',
      'a step has either an operation (`on`) or a request (`method` and `path`)',
      steps,
      name,
      'key',
    );
  if (on !== undefined) checkOperation(scope, step, on);
  else if (path === undefined && location === undefined)
    document.report('missing-key', 'the step has no address', steps, name, 'key', 'give its `path`');
  for (const parameter of parametersIn(path))
    if (!(parameter in (step.parameters ?? {})))
      document.report('path-parameter', `the path parameter {${parameter}} has no value`, step, 'path');
  if (on !== undefined && !on.includes('/')) checkFieldNames(scope, step);
  checkServer(scope, step);
  if (location !== undefined)
    document.expectKnown('earlier step', location.split('#')[0] ?? '', earlier, step, 'location');
  // Parameters may be called like directives: `$filter`.
  const queried = Object.values(step.query ?? {});
  for (const values of [step.parameters, queried, step.headers, step.set, step.body?.json])
    if (values !== undefined) checkDirectives(scope, values as Json, earlier);
}

/** An operation of this endpoint, or of another one, whose operations are checked by planning. */
function checkOperation(scope: EndpointScope, step: ScenarioStep, on: string): void {
  const [first = '', second] = on.split('/');
  if (second === undefined) checkOperationName(scope, first, step, 'on');
  else checkEndpointName(scope, first, step, 'on');
}

export function checkCases(scope: EndpointScope): void {
  for (const written of Object.values(scope.raw.cases ?? {})) checkCase(scope, written);
}

function checkCase(scope: EndpointScope, written: RawCase): void {
  const { document, references } = scope;
  references.range(written, document);
  checkOperationName(scope, written.on, written, 'on');
  checkThen(scope, written);
  checkChange(scope, written);
  checkSteps(scope, written);
  const keys = new Map<string, RawCheck>();
  written.checks.forEach((check, index) => {
    references.provenRequirement(check.requirement, { document, parent: check, key: 'requirement' });
    const id = `${check.rule}/${check.key ?? ''}`;
    if (keys.has(id))
      document.report(
        'duplicate-id',
        `the case has the rule ${check.rule} twice`,
        written.checks,
        index,
        'key',
        'give one of them a `key`',
      );
    keys.set(id, check);
    checkStep(scope, written, check);
    checkParameters(scope, check);
  });
}

/** Parameters of a check: schemas and patterns are valid, and no value is a directive. */
function checkParameters({ document }: EndpointScope, check: RawCheck): void {
  const parameters = check.with ?? {};
  const { schema, pattern } = parameters;
  if (schema !== undefined) checkJsonSchema(document, parameters, 'schema', schema);
  const fault = typeof pattern === 'string' ? patternFault(pattern) : undefined;
  if (fault !== undefined) document.report('wrong-value', `the pattern ${fault}`, parameters, 'pattern');
  for (const [name, value] of Object.entries(parameters))
    if (!name.startsWith('schema') && hasDirective(value))
      document.report(
        'wrong-value',
        'a check compares with a literal value, so it cannot have a directive',
        parameters,
        name,
        'value',
        'use directives such as `$ref` in the `set`, `parameters`, `headers` and `body` of a step',
      );
}

/** Whether a value contains a directive, at any depth: `{ $ref: step#/pointer }`. */
function hasDirective(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const [first, ...more] = Object.keys(value);
  return (more.length === 0 && FILLED_IN.has(first ?? '')) || Object.values(value).some(hasDirective);
}

const FILLED_IN: ReadonlySet<string> = new Set(['$ref', '$sent', '$header', '$cookie', '$unique', '$today', '$digits']);

/** The endpoint has the operations that `then` requests. */
function checkThen(scope: EndpointScope, written: RawCase): void {
  const kinds = Object.entries(scope.raw.operations).map(
    ([name, operation]) => operation.kind ?? OPERATION_KINDS.find((kind) => kind === name),
  );
  written.then?.forEach((step, index) => {
    if (!kinds.includes(step))
      scope.document.report(
        'unknown-operation',
        `the endpoint has no operation of kind ${step}`,
        written.then ?? [],
        index,
      );
  });
}

/** A check judges one of the responses of the case. */
function checkStep({ document }: EndpointScope, written: RawCase, check: RawCheck): void {
  const step = check.with?.['step'];
  if (typeof step !== 'string') return;
  if ((step === 'read' || step === 'list') && written.steps === undefined && written.then?.includes(step) !== true) {
    document.report(
      'case-incomplete',
      `the case does not request the ${step} that this check judges`,
      check.with ?? {},
      'step',
      'value',
      `add then: [${step}]`,
    );
    return;
  }
  const known = Object.keys(written.steps ?? { probe: 1, control: 1, read: 1, list: 1 });
  document.expectKnown('step', step, known, check.with ?? {}, 'step', { holder: 'the case' });
}

function checkChange(scope: EndpointScope, written: RawCase): void {
  const { change = {} } = written;
  const { document, raw } = scope;
  const nested = Object.keys(raw.nested ?? {});
  checkFieldNames(scope, change);
  for (const set of change.more ?? []) checkFieldNames(scope, { set });
  for (const member of Object.keys(change.nested ?? {}))
    document.expectKnown('field', member, nested, change.nested ?? {}, member, { which: 'key', holder: 'nested' });
  checkPath(scope, written);
  for (const values of [
    change.set,
    change.parameters,
    change.nested,
    change.assertion?.claims,
    change.assertion?.header,
  ]) {
    if (values !== undefined) checkDirectives(scope, values as Json);
  }
}

/** Fields that a request sets or removes. `body` of a step can send undeclared ones. */
function checkFieldNames(
  { document, raw }: EndpointScope,
  { set = {}, remove = [] }: Pick<ScenarioStep, 'set' | 'remove'>,
): void {
  const known = [...Object.keys(raw.fields ?? {}), ...Object.keys(raw.nested ?? {})];
  for (const name of Object.keys(set)) document.expectKnown('field', name, known, set, name, { which: 'key' });
  remove.forEach((name, index) => document.expectKnown('field', name, known, remove, index));
}

/** Every parameter of a case is in the path of its operation. */
function checkPath({ document, raw }: EndpointScope, { on, change = {} }: RawCase): void {
  const operation = raw.operations[on];
  if (operation === undefined) return;
  const known = parametersOf(operation);
  for (const name of Object.keys(change.parameters ?? {}))
    document.expectKnown('parameter', name, known, change.parameters ?? {}, name, {
      which: 'key',
      holder: `the path of ${on}`,
    });
}
