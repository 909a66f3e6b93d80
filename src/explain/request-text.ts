import { isMap } from '../model/json.ts';
import { BASELINE_STEP } from '../model/exchange.ts';
import { joinWithOr, pluralize } from '../model/text.ts';
import type { Signature, MalformedJwtForm } from '../load/model.ts';
import { KEY_PARAMETERS } from '../plan/catalogue/credentials.ts';
import type { AssertionTemplate, Auth, Body, RequestTemplate, Step, Value } from '../plan/model.ts';

/** Descriptions of rule parameters. */

/** Places of the record and other parameters that the contract determines. */
const INTERNAL: ReadonlySet<string> = new Set(['made', 'mayClose', 'own', 'sent', 'shown', 'known', 'skip']);

/** One line per relevant parameter. The step `probe` is the default and is omitted. */
export function parameterTexts(
  params: Readonly<Record<string, unknown>>,
  steps: readonly Step[] = [],
): readonly string[] {
  return Object.entries(params).flatMap(([name, value]) => {
    if (INTERNAL.has(name) || (name !== 'step' && steps.some((step) => step.name === value))) return [];
    switch (name) {
      case 'step':
        return value === 'probe' ? [] : [`judges the step ${String(value)}`];
      case 'kind':
        return [`a rejection of the kind ${String(value)}`];
      case 'statuses':
        return [`status ${joinWithOr([value].flat())}`];
      case 'codes':
        return [`with the code ${joinWithOr([value].flat())}`];
      case 'field':
        return isUnnamed(params['family']) ? [] : fieldWords(value);
      case 'family':
        return [familyWords(value)];
      case 'success':
        return [successWords(value, 'kind' in params)];
      default:
        return [`${name}: ${displayValue(value)}`];
    }
  });
}

/** Name of a step in a sentence. */
export function stepWords(step: string): string {
  return step === BASELINE_STEP ? 'the valid request' : step.replace(/^setup\./, '');
}

/** Whether errors of the family do not name the invalid field. */
function isUnnamed(family: unknown): boolean {
  return typeof family === 'object' && family !== null && 'unnamed' in family && family.unnamed === true;
}

function fieldWords(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null || !('name' in value)) return [];
  const element = 'element' in value ? ` (or the element ${String(value.element)})` : '';
  return [`the error names ${String(value.name)}${element}`];
}

function familyWords(value: unknown): string {
  if (typeof value !== 'object' || value === null) return displayValue(value);
  const { name, entries = '', code } = value as Readonly<Record<string, unknown>>;
  return `an error body of the family ${String(name)}, its code at ${String(entries)}${String(entries) === '' ? '/' : '/*/'}${String(code)}`;
}

/** Success criteria: expected, or excluded if the check expects a rejection. */
function successWords(value: unknown, refused: boolean): string {
  if (typeof value !== 'object' || value === null || !('statuses' in value)) return displayValue(value);
  const flag = 'flag' in value && typeof value.flag === 'string' ? ` and ${value.flag} true` : '';
  return `${refused ? 'a success would be' : 'a success is'} status ${joinWithOr([value.statuses].flat())}${flag}`;
}

/** Descriptions of requests and of their differences. */

const PLACES: Readonly<Record<RequestTemplate['base'], string>> = {
  service: '',
  'identity-provider': ' at the identity provider',
  elsewhere: ' at another address',
};

/** Request of a step, such as `POST /partners`, with the way of sending. */
export function stepText(step: Step): string {
  const { method, path, base, query = [] } = step.request;
  const queryText =
    query.length === 0 ? '' : `?${query.map(([name, value]) => `${name}=${displayValue(value)}`).join('&')}`;
  const how =
    step.send?.kind === 'burst'
      ? `, ${pluralize(step.send.times, 'concurrent request')}`
      : step.send?.kind === 'walk'
        ? ', then every following page'
        : '';
  const when = step.onlyIf === undefined ? '' : `, if ${step.onlyIf} succeeded`;
  const beside = step.together === true ? ', concurrently' : '';
  const raw = step.raw === undefined ? '' : `, as raw text: ${step.raw}`;
  return `${method} ${path}${queryText}${PLACES[base]}${how}${beside}${when}${raw}`;
}

/** Differences of a request from the valid request, one per line. */
export function requestDifferences(control: RequestTemplate, probe: RequestTemplate): readonly string[] {
  return [
    ...(control.method === probe.method ? [] : [`method ${probe.method} instead of ${control.method}`]),
    ...(control.path === probe.path ? [] : [`path ${probe.path} instead of ${control.path}`]),
    ...fieldDifferences('path parameter', control.parameters, probe.parameters),
    ...fieldDifferences(
      'query parameter',
      Object.fromEntries(control.query ?? []),
      Object.fromEntries(probe.query ?? []),
    ),
    ...fieldDifferences('header', control.headers, probe.headers),
    ...(isEqualJson(control.auth, probe.auth) ? [] : [authWords(probe.auth)]),
    ...bodyDifferences(control.body, probe.body),
  ];
}

function authWords(auth: Auth): string {
  switch (auth.kind) {
    case 'good':
      return auth.renewed === true ? 'with another valid access token' : 'with a valid access token';
    case 'none':
      return 'without an access token';
    case 'other':
      return `with the access token of ${auth.party ?? 'another party'}`;
    case 'fault':
      return `with an access token with one fault: ${auth.fault}`;
  }
}

function fieldDifferences(
  noun: string,
  before: Readonly<Record<string, Value>>,
  after: Readonly<Record<string, Value>>,
): readonly string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name) => {
    const [was, now] = [before[name], after[name]];
    if (isEqualJson(was, now)) return [];
    if (now === undefined || now === null) return [`${noun} ${name} omitted`];
    return [
      was === undefined || was === null
        ? `${noun} ${name}: ${displayValue(now)}`
        : `${noun} ${name}: ${displayValue(now)} instead of ${displayValue(was)}`,
    ];
  });
}

function bodyDifferences(before: Body | undefined, after: Body | undefined): readonly string[] {
  if (isEqualJson(before, after)) return [];
  if (after === undefined) return ['no body'];
  if (after.kind === 'text') {
    const { fill } = after;
    return [
      `raw body: ${truncate(after.text)}${fill === undefined ? '' : `, with … replaced by ${truncate(fill.text)} ${pluralize(fill.times, 'time')}`}`,
    ];
  }
  if (after.kind === 'multipart')
    return [`multipart body: ${after.parts.map(([name, value]) => `${name}=${displayValue(value)}`).join(', ')}`];
  if (after.kind === 'bytes') return [`body: content of type ${after.type}`];
  if (after.kind === 'form') return formDifferences(before?.kind === 'form' ? before : undefined, after);
  const values =
    before?.kind === 'json' ? valueDifferences('', before.value, after.value) : [`body: ${displayValue(after.value)}`];
  return [...values, ...(after.mutation === undefined ? [] : [`change to the JSON text: ${after.mutation}`])];
}

type FormBody = Extract<Body, { readonly kind: 'form' }>;

function formDifferences(before: FormBody | undefined, after: FormBody): readonly string[] {
  const names = (body: FormBody | undefined): readonly string[] =>
    body?.parameters.map(([name, value]) => `${name}=${displayValue(value)}`) ?? [];
  const [was, now] = [names(before), names(after)];
  const parameters = isEqualJson(was, now) ? [] : [`form parameters: ${now.join(', ')}`];
  return [...parameters, ...assertionDifferences(after.assertion ?? {})];
}

const SIGNATURE_TEXTS: Readonly<Record<Signature, string>> = {
  absent: 'the assertion is not signed',
  'right-key': 'the assertion is signed with the correct key and the algorithm in its header',
  'other-key': 'the assertion is signed with an unregistered key',
  'public-key-as-secret': 'the assertion is signed with the public key as an HMAC secret',
  'of-other-claims': 'the signature of the assertion belongs to other claims',
};

const FORM_TEXTS: Readonly<Record<MalformedJwtForm, string>> = {
  padding: 'the assertion ends with base64 padding',
  space: 'the assertion contains a space',
  'two-parts': 'the assertion has two parts instead of three',
  'four-parts': 'the assertion has a fourth part',
  json: 'the assertion uses the JSON serialization',
  'claims-list': 'the claims are a JSON array',
  'claims-text': 'the claims are not JSON',
};

function assertionDifferences(assertion: AssertionTemplate): readonly string[] {
  const { as, header = {}, claims = {}, removeHeader = [], removeClaims = [], twice = {} } = assertion;
  const { signer, signature, keyInHeader, written } = assertion;
  return [
    ...(as === undefined ? [] : [`from the client "${as}"`]),
    ...(signer === undefined
      ? []
      : [`the assertion is signed with the key of the client "${signer}", which its header refers to`]),
    ...Object.entries(header).map(([name, value]) => `assertion header ${name}: ${displayValue(value)}`),
    ...Object.entries(claims).map(([name, value]) => `claim ${name}: ${displayValue(value)}`),
    ...Object.entries(twice).map(([name, value]) => `claim ${name} appears twice, first as ${displayValue(value)}`),
    ...removeHeader.map((name) => `assertion header ${name} omitted`),
    ...removeClaims.map((name) => `claim ${name} omitted`),
    ...(signature === undefined ? [] : [SIGNATURE_TEXTS[signature]]),
    ...(keyInHeader === undefined ? [] : [`assertion header ${keyInHeader}: ${KEY_PARAMETERS[keyInHeader]}`]),
    ...(written === undefined ? [] : [FORM_TEXTS[written]]),
  ];
}

/** Differences of two JSON values by JSON pointer. Arrays of different length are compared as a whole. */
function valueDifferences(pointer: string, before: Value, after: Value): readonly string[] {
  if (isEqualJson(before, after)) return [];
  const where = pointer === '' ? 'body' : `body ${pointer}`;
  if (isMap(before) && isMap(after) && !isDirective(before) && !isDirective(after)) {
    return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name): readonly string[] => {
      const [was, now] = [before[name], after[name]];
      const place = `${pointer}/${name}`;
      if (now === undefined) return [`body ${place} omitted`];
      return was === undefined ? [`body ${place}: ${displayValue(now)}`] : valueDifferences(place, was, now);
    });
  }
  if (Array.isArray(before) && Array.isArray(after) && before.length === after.length) {
    return before.flatMap((item: Value, index) =>
      valueDifferences(`${pointer}/${index}`, item, (after as readonly Value[])[index] ?? null),
    );
  }
  return [`${where}: ${displayValue(after)} instead of ${displayValue(before)}`];
}

function isDirective(value: { readonly [name: string]: Value }): boolean {
  const names = Object.keys(value);
  return names.length === 1 && names[0]?.startsWith('$') === true;
}

/** Compares the JSON texts: another order of properties is another request. */
function isEqualJson(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Value for display. Values that are generated when sending are in ‹brackets›. */
export function displayValue(value: unknown): string {
  if (isMap(value)) {
    const [entry, ...others] = Object.entries(value);
    if (entry !== undefined && others.length === 0 && entry[0].startsWith('$')) return directive(entry[0], entry[1]);
    return truncate(
      `{ ${Object.entries(value)
        .map(([name, member]) => `${name}: ${displayValue(member)}`)
        .join(', ')} }`,
    );
  }
  if (Array.isArray(value)) return truncate(`[${value.map(displayValue).join(', ')}]`);
  return truncate(JSON.stringify(value) ?? 'nothing');
}

function directive(name: string, argument: unknown): string {
  switch (name) {
    case '$unique':
      return typeof argument === 'string' ? `‹${argument}, unique›` : `‹unique text of ${String(argument)}›`;
    case '$digits':
      return `‹unique digits, ${String(argument)}›`;
    case '$integer':
      return '‹unique number›';
    case '$today':
      return argument === 0
        ? '‹today›'
        : `‹today ${Number(argument) > 0 ? '+' : '−'} ${pluralize(Math.abs(Number(argument)), 'day')}›`;
    case '$now':
      return argument === 0 ? '‹now›' : `‹now ${Number(argument) > 0 ? '+' : '−'} ${Math.abs(Number(argument))} s›`;
    case '$ref':
      return `‹response of ${String(argument)}›`;
    case '$header':
      return `‹header ${String(argument).split('#').reverse().join(' of ')}›`;
    case '$record':
      return `‹${String(argument).replace('#', ' ')} of a record in the target file›`;
    case '$sent':
      return `‹${String(argument).split('#').map(stepWords).reverse().join(' of ')}, as sent›`;
    case '$setting':
      return `‹${String(argument)} of the target›`;
    case '$joined':
      return (argument as readonly unknown[])
        .map((part) => (typeof part === 'string' ? part : displayValue(part)))
        .join('');
    case '$sum':
      return (argument as readonly unknown[]).map(displayValue).join(' + ');
    case '$letters':
      return `${displayValue(argument)} in the other letter case`;
    case '$slash':
      return `${displayValue(argument)} with or without its trailing slash`;
    case '$assertion':
      return '‹signed assertion›';
    case '$dateUnique':
    case '$dateSeries':
      return `‹a date from ${String(argument)}›`;
    default:
      return `‹${name.slice(1)} ${truncate(JSON.stringify(argument))}›`;
  }
}

const MAX_LENGTH = 160;

function truncate(text: string): string {
  return text.length <= MAX_LENGTH ? text : `${text.slice(0, MAX_LENGTH)}… (${pluralize(text.length, 'character')})`;
}
