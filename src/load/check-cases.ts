/** Declared cases: what they change, what they ask afterwards, and what they judge. */
import type { Json } from '../record/json.ts';
import { OPERATION_KINDS } from './model.ts';
import { checkJsonSchema } from './check-json-schema.ts';
import { parametersOf, type EndpointScope } from './check-endpoint.ts';
import { patternFault } from './linear-pattern.ts';
import type { RawCase, RawCheck } from './raw.ts';
import { suggestion } from './suggest.ts';

/** Values that are filled in when the request is sent. */
const DIRECTIVES = ['$today', '$unique', '$digits', '$repeat', '$record'];
/** What is repeated is made in memory, and sent. */
const MOST_TIMES = 100_000;

export function checkCases(scope: EndpointScope): void {
  for (const written of Object.values(scope.raw.cases ?? {})) checkCase(scope, written);
}

function checkCase(scope: EndpointScope, written: RawCase): void {
  const { document, raw, references, problems } = scope;
  references.range(written, document);
  if (!(written.on in raw.operations)) {
    problems.add(
      document.problem(
        'unknown-operation',
        `the endpoint has no operation ${JSON.stringify(written.on)}`,
        written,
        'on',
        'value',
        suggestion(written.on, Object.keys(raw.operations), 'operation'),
      ),
    );
  }
  checkThen(scope, written);
  checkChange(scope, written);
  const keys = new Map<string, RawCheck>();
  written.checks.forEach((check, index) => {
    references.provenRequirement(check.requirement, { document, parent: check, key: 'requirement' });
    const id = `${check.rule}/${check.key ?? ''}`;
    if (keys.has(id))
      problems.add(
        document.problem(
          'duplicate-id',
          `the case has the rule ${check.rule} a second time`,
          written.checks,
          index,
          'key',
          'give one of them a `key`',
        ),
      );
    keys.set(id, check);
    checkStep(scope, written, check);
    checkSaid(scope, check);
  });
}

/** What a check judges by has to be something that can be judged by. */
function checkSaid({ document, problems }: EndpointScope, check: RawCheck): void {
  const said = check.with ?? {};
  const { schema, pattern } = said;
  if (schema !== undefined) checkJsonSchema(document, said, 'schema', schema, problems);
  const fault = typeof pattern === 'string' ? patternFault(pattern) : undefined;
  if (fault !== undefined) problems.add(document.problem('wrong-value', `the pattern ${fault}`, said, 'pattern'));
}

/** What is asked afterwards has to be something that the endpoint can answer. */
function checkThen(scope: EndpointScope, written: RawCase): void {
  const kinds = Object.entries(scope.raw.operations).map(
    ([name, operation]) => operation.kind ?? OPERATION_KINDS.find((kind) => kind === name),
  );
  written.then?.forEach((step, index) => {
    if (!kinds.includes(step))
      scope.problems.add(
        scope.document.problem(
          'unknown-operation',
          `the endpoint has no operation of kind ${step}`,
          written.then ?? [],
          index,
        ),
      );
  });
}

function checkStep(scope: EndpointScope, written: RawCase, check: RawCheck): void {
  const { document, problems } = scope;
  const step = check.with?.['step'];
  if ((step === 'read' || step === 'list') && written.then?.includes(step) !== true) {
    problems.add(
      document.problem(
        'case-incomplete',
        `the case does not ask for the ${step} that is judged`,
        check.with ?? {},
        'step',
        'value',
        `add then: [${step}]`,
      ),
    );
  }
}

function checkChange(scope: EndpointScope, written: RawCase): void {
  const { change } = written;
  const { document, raw, problems } = scope;
  const fields = Object.keys(raw.fields ?? {});
  const nested = Object.keys(raw.nested ?? {});
  change.remove?.forEach((member, index) => {
    if (fields.includes(member) || nested.includes(member)) return;
    problems.add(
      document.problem(
        'unknown-field',
        `there is no field ${JSON.stringify(member)} to leave out`,
        change.remove ?? [],
        index,
        'value',
        suggestion(member, [...fields, ...nested], 'field'),
      ),
    );
  });
  for (const member of Object.keys(change.nested ?? {})) {
    if (nested.includes(member)) continue;
    problems.add(
      document.problem(
        'unknown-field',
        `${JSON.stringify(member)} is not one of the nested members`,
        change.nested ?? {},
        member,
        'key',
        suggestion(member, nested, 'nested member'),
      ),
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
function checkPath({ document, raw, problems }: EndpointScope, { on, change }: RawCase): void {
  const operation = raw.operations[on];
  if (operation === undefined) return;
  const known = [operation, ...(operation.changes ?? [])].flatMap(({ path }) => parametersOf(path));
  for (const name of Object.keys(change.parameters ?? {}))
    if (!known.includes(name))
      problems.add(
        document.problem(
          'path-parameter',
          `the path of ${on} has no parameter {${name}}`,
          change.parameters ?? {},
          name,
          'key',
          suggestion(name, known, 'parameter'),
        ),
      );
}

/** An object whose one member begins with `$` is a directive, so a mistyped one would be sent as it stands. */
function checkDirectives(scope: EndpointScope, value: Json): void {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const item of value as readonly Json[]) checkDirectives(scope, item);
    return;
  }
  const object = value as Readonly<Record<string, Json>>;
  const [first, ...others] = Object.keys(object);
  if (first?.startsWith('$') === true && others.length === 0) checkDirective(scope, object, first);
  for (const member of Object.values(object)) checkDirectives(scope, member);
}

function checkDirective(scope: EndpointScope, object: Readonly<Record<string, Json>>, name: string): void {
  const { document, problems } = scope;
  if (!DIRECTIVES.includes(name)) {
    problems.add(
      document.problem(
        'unknown-directive',
        `${JSON.stringify(name)} is not a directive`,
        object,
        name,
        'key',
        suggestion(name, DIRECTIVES, 'directive'),
      ),
    );
    return;
  }
  const value = object[name];
  if (name === '$record') return checkRecord(scope, object, value);
  const wanted =
    name === '$repeat'
      ? `{ times, item }, ${MOST_TIMES} times at most`
      : name === '$today'
        ? 'a whole number of days'
        : `a length of 1 to ${MOST_TIMES}`;
  if (!isDirectiveValue(name, value))
    problems.add(document.problem('wrong-value', `${name} takes ${wanted}`, object, name));
}

/** `{ $record: endpoint#/member }`: an endpoint of the service, and a place below its record. */
function checkRecord({ document, endpoints, problems }: EndpointScope, object: object, value: Json | undefined): void {
  const [, endpoint, pointer] = /^([^#]*)#(\/.*)$/.exec(typeof value === 'string' ? value : '') ?? [];
  if (endpoint === undefined || pointer === undefined)
    problems.add(document.problem('wrong-value', '$record takes endpoint#/member', object, '$record'));
  else if (endpoints.lacks(endpoint))
    problems.add(
      document.problem(
        'unknown-endpoint',
        `the service has no endpoint ${JSON.stringify(endpoint)}`,
        object,
        '$record',
        'value',
        endpoints.suggest(endpoint, 'endpoint'),
      ),
    );
}

function isDirectiveValue(name: string, value: Json | undefined): boolean {
  if (name !== '$repeat')
    return (
      typeof value === 'number' &&
      Number.isInteger(value) &&
      (name === '$today' ? Math.abs(value) <= MOST_TIMES : value >= 1 && value <= MOST_TIMES)
    );
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const { times, item, ...others } = value as Readonly<Record<string, Json>>;
  return (
    typeof times === 'number' &&
    Number.isInteger(times) &&
    times >= 0 &&
    times <= MOST_TIMES &&
    item !== undefined &&
    Object.keys(others).length === 0
  );
}
