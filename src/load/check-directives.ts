/** Values of a declared case that are filled in when its request is sent. */
import { counted } from '../record/counted.ts';
import type { Json } from '../record/json.ts';
import type { EndpointScope } from './check-endpoint.ts';
import { knownEndpoint, knownStep } from './known.ts';
import { suggestion } from './suggest.ts';

const DIRECTIVES = ['$today', '$unique', '$digits', '$repeat', '$record'];
/** What comes from an earlier step of a case that has several. */
const OF_STEPS = ['$ref', '$sent', '$header', '$cookie'];
/** What is repeated is made in memory, and sent. */
const MOST_TIMES = 100_000;

/** An object whose one member begins with `$` is a directive, so a mistyped one would be sent as it stands. */
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
  const known = steps === undefined ? DIRECTIVES : [...DIRECTIVES, ...OF_STEPS];
  if (!DIRECTIVES.includes(name)) {
    document.report(
      'unknown-directive',
      `${JSON.stringify(name)} is not a directive`,
      object,
      name,
      'key',
      suggestion(name, known, 'directive'),
    );
    return;
  }
  const value = object[name];
  if (name === '$record') return checkRecord(scope, object, value);
  const wanted =
    name === '$repeat'
      ? `{ times, item }, ${counted(MOST_TIMES, 'time')} at most`
      : name === '$today'
        ? 'a whole number of days'
        : `a length of 1 to ${MOST_TIMES}${name === '$unique' ? ', or a text with asterisks for characters and number signs for digits' : ''}`;
  if (!isDirectiveValue(name, value)) document.report('wrong-value', `${name} takes ${wanted}`, object, name);
}

/** `{ $record: endpoint#/member }`: an endpoint of the service, and a place below its record. */
function checkRecord(scope: EndpointScope, object: object, value: Json | undefined): void {
  const [, endpoint, pointer] = /^([^#]*)#(\/.*)$/.exec(typeof value === 'string' ? value : '') ?? [];
  if (endpoint === undefined || pointer === undefined)
    scope.document.report('wrong-value', '$record takes endpoint#/member', object, '$record');
  else knownEndpoint(scope, endpoint, object, '$record');
}

function isDirectiveValue(name: string, value: Json | undefined): boolean {
  if (name === '$unique' && typeof value === 'string') return /[*#]/.test(value);
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

/** `step#place`: a step before this one, and where in its answer, its request or its head. */
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
    scope.document.report('wrong-value', `${name} takes ${isNamed ? 'step#name' : 'step#/pointer'}`, object, name);
  else knownStep(scope, step, steps, object, name);
}
