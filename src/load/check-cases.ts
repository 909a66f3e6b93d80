/** Declared cases: what they change, what they ask afterwards, and what they judge. */
import type { Json } from '../record/json.ts';
import { OPERATION_KINDS } from './model.ts';
import { checkDirectives } from './check-directives.ts';
import { checkSteps } from './check-scenario.ts';
import { checkJsonSchema } from './check-json-schema.ts';
import type { EndpointScope } from './check-endpoint.ts';
import { parametersOf } from './known.ts';
import { patternFault } from './linear-pattern.ts';
import type { RawCase, RawCheck } from '../schema/cases.ts';
import { suggestion } from './suggest.ts';

export function checkCases(scope: EndpointScope): void {
  for (const written of Object.values(scope.raw.cases ?? {})) checkCase(scope, written);
}

function checkCase(scope: EndpointScope, written: RawCase): void {
  const { document, raw, references } = scope;
  references.range(written, document);
  if (!Object.hasOwn(raw.operations, written.on)) {
    document.report(
      'unknown-operation',
      `the endpoint has no operation ${JSON.stringify(written.on)}`,
      written,
      'on',
      'value',
      suggestion(written.on, Object.keys(raw.operations), 'operation'),
    );
  }
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
        `the case has the rule ${check.rule} a second time`,
        written.checks,
        index,
        'key',
        'give one of them a `key`',
      );
    keys.set(id, check);
    checkStep(scope, written, check);
    checkSaid(scope, check);
  });
}

/** What a check judges by has to be something that can be judged by. */
function checkSaid({ document }: EndpointScope, check: RawCheck): void {
  const said = check.with ?? {};
  const { schema, pattern } = said;
  if (schema !== undefined) checkJsonSchema(document, said, 'schema', schema);
  const fault = typeof pattern === 'string' ? patternFault(pattern) : undefined;
  if (fault !== undefined) document.report('wrong-value', `the pattern ${fault}`, said, 'pattern');
  for (const [name, value] of Object.entries(said))
    if (!name.startsWith('schema') && hasDirective(value))
      document.report(
        'wrong-value',
        'a check compares with what is written here, and a directive is not filled in',
        said,
        name,
        'value',
        '`$ref` and its like are filled in where a step sends them: in `set`, `parameters`, `headers` and `body`',
      );
}

/** Whether a value is filled in when it is sent, at any depth: `{ $ref: step#/pointer }`. */
function hasDirective(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const [first, ...more] = Object.keys(value);
  return (more.length === 0 && DIRECTIVES.has(first ?? '')) || Object.values(value).some(hasDirective);
}

const DIRECTIVES: ReadonlySet<string> = new Set([
  '$ref',
  '$sent',
  '$header',
  '$cookie',
  '$unique',
  '$today',
  '$digits',
]);

/** What is asked afterwards has to be something that the endpoint can answer. */
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

/** A check judges one of the answers that the case brings. */
function checkStep({ document }: EndpointScope, written: RawCase, check: RawCheck): void {
  const step = check.with?.['step'];
  if (typeof step !== 'string') return;
  if ((step === 'read' || step === 'list') && written.steps === undefined && written.then?.includes(step) !== true) {
    document.report(
      'case-incomplete',
      `the case does not ask for the ${step} that is judged`,
      check.with ?? {},
      'step',
      'value',
      `add then: [${step}]`,
    );
    return;
  }
  const known = Object.keys(written.steps ?? { probe: 1, control: 1, read: 1, list: 1 });
  if (!known.includes(step))
    document.report(
      'unknown-step',
      `the case has no step ${JSON.stringify(step)}`,
      check.with ?? {},
      'step',
      'value',
      suggestion(step, known, 'step'),
    );
}

function checkChange(scope: EndpointScope, written: RawCase): void {
  const { change = {} } = written;
  const { document, raw } = scope;
  const fields = Object.keys(raw.fields ?? {});
  const nested = Object.keys(raw.nested ?? {});
  change.remove?.forEach((member, index) => {
    if (fields.includes(member) || nested.includes(member)) return;
    document.report(
      'unknown-field',
      `there is no field ${JSON.stringify(member)} to leave out`,
      change.remove ?? [],
      index,
      'value',
      suggestion(member, [...fields, ...nested], 'field'),
    );
  });
  for (const member of Object.keys(change.nested ?? {})) {
    if (nested.includes(member)) continue;
    document.report(
      'unknown-field',
      `${JSON.stringify(member)} is not one of the nested members`,
      change.nested ?? {},
      member,
      'key',
      suggestion(member, nested, 'nested member'),
    );
  }
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

/** Every parameter that a case gives stands in the path of its operation. */
function checkPath({ document, raw }: EndpointScope, { on, change = {} }: RawCase): void {
  const operation = raw.operations[on];
  if (operation === undefined) return;
  const known = parametersOf(operation);
  for (const name of Object.keys(change.parameters ?? {}))
    if (!known.includes(name))
      document.report(
        'path-parameter',
        `the path of ${on} has no parameter {${name}}`,
        change.parameters ?? {},
        name,
        'key',
        suggestion(name, known, 'parameter'),
      );
}
