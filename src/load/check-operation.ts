/** Checks of single operations: the method, settings without effect, created records, and rejections that errors.yaml must declare. */
import { pathWithoutNames } from '../model/path-template.ts';
import { decodePointerPart } from '../model/pointer.ts';
import { isSafeMethod } from '../model/exchange.ts';
import type { RawOperation, RawOperationProperties } from '../schema/operations.ts';
import { checkEndpointName, checkFieldName, type EndpointScope } from './endpoint-scope.ts';
import { JSON_FORMS, CREATED_LATER, type RejectionKind } from './model.ts';
import { nearestName } from './suggest.ts';
import type { YamlDocument } from './yaml-document.ts';

/** Common methods; no other registered method resembles one of them. */
const COMMON = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

export function checkMethod({ document }: EndpointScope, written: { readonly method?: string }): void {
  const { method } = written;
  const meant = method === undefined || COMMON.includes(method) ? undefined : nearestName(method, COMMON);
  if (meant !== undefined)
    document.report('wrong-value', `${method} is not a method`, written, 'method', 'value', `did you mean "${meant}"?`);
}

/** @param written the operation, or a change of it */
export function checkSettings(scope: EndpointScope, own: RawOperation, written: Partial<RawOperationProperties>): void {
  const reportKey = (key: keyof RawOperationProperties, message: string, hint?: string): void =>
    scope.document.report('wrong-value', message, written, key, 'key', hint);
  if (written.requestMedia !== undefined && !JSON_FORMS.has(own.request ?? 'none'))
    reportKey('requestMedia', 'the operation sends no JSON', 'for other content, set the media type in `content`');
  if (written.bodyOptional !== undefined && (own.request ?? 'none') === 'none')
    reportKey('bodyOptional', 'the operation sends no body', 'name the form of its body in `request`');
  if (written.ranges === true && own.method !== 'GET')
    reportKey('ranges', 'only a GET has ranges', 'RFC 9110 §14.2 defines them for GET only');
  if (written.leaves === undefined) return;
  const { raw } = scope;
  const operations = Object.entries(raw.operations);
  const kinds = operations.map(([name, { kind }]) => kind ?? name);
  const place = operations.findIndex(([, { method, path }]) => method === own.method && path === own.path);
  if (kinds[place] !== 'delete') reportKey('leaves', 'the operation deletes nothing');
  else if (own.empties !== undefined) reportKey('leaves', 'the operation removes only parts of a record');
  else if (!kinds.includes('read'))
    reportKey('leaves', 'no operation reads the record afterwards', 'declare its `read`');
  const [, first = ''] = written.leaves.at.split('/').map(decodePointerPart);
  checkFieldName(scope, first, written.leaves, 'at');
}

/** @param written the operation, or a change of it */
export function checkCreatedRecords(
  scope: EndpointScope,
  name: string,
  own: RawOperation,
  written: Partial<RawOperationProperties>,
): void {
  const { makes } = written;
  if (makes === undefined) return;
  const { document } = scope;
  const reportKey = (parent: object, key: string, message: string, hint: string): void =>
    document.report('wrong-value', message, parent, key, 'key', hint);
  const kind = own.kind ?? name;
  const { method, response = 'none' } = { ...own, ...written };
  if (kind !== 'action')
    reportKey(written, 'makes', wordsOf(kind), HINTS[kind] ?? 'give it `kind: action`, or leave `makes` out');
  else if (isSafeMethod(method))
    reportKey(
      written,
      'makes',
      `a ${method} creates no records`,
      'GET is safe (RFC 9110 §9.2.1). Set `makes` on the operation that starts the creation.',
    );
  checkEndpointName(scope, makes.endpoint, makes, 'endpoint');
  if (makes.ids === undefined && response !== 'none')
    document.report(
      'missing-key',
      'the place of the identifiers in the response is missing',
      written,
      'makes',
      'key',
      'give `ids`: /id, /results/*/id for the items of a list, or `later` if the records are created after the response',
    );
  if (makes.ids !== undefined && makes.ids !== CREATED_LATER && !JSON_FORMS.has(response))
    reportKey(
      makes,
      'ids',
      response === 'none' ? 'its response has no content' : 'its response is not JSON',
      response === 'none'
        ? 'set `response`, or remove `ids` if the Location header identifies the record'
        : 'set `response`',
    );
  const other = kind === 'action' ? operationAtSameUrl(scope, name, own) : undefined;
  if (other !== undefined)
    reportKey(
      written,
      'makes',
      `${own.method} ${own.path} already creates records as ${other}, and responses do not distinguish the two`,
      'set `makes` on one of the two',
    );
}

const HINTS: Readonly<Record<string, string>> = {
  create: 'remove it: a create makes a record of its own endpoint. Use an action for others.',
  read: 'set it on the action that creates them',
  list: 'set it on the action that creates them',
};

function wordsOf(kind: string): string {
  return kind === 'read' || kind === 'list'
    ? `a ${kind} cannot have \`makes\``
    : `only an action can have \`makes\`, not a ${kind}`;
}

/** Another operation with the same address that creates records. */
function operationAtSameUrl({ raw }: EndpointScope, name: string, { method, path }: RawOperation): string | undefined {
  return Object.entries(raw.operations).find(
    ([other, operation]) =>
      other !== name &&
      operation.method === method &&
      pathWithoutNames(operation.path) === pathWithoutNames(path) &&
      ((operation.kind ?? other) === 'create' || operation.makes !== undefined),
  )?.[0];
}

/** Rejections that an operation promises need their kind in errors.yaml; without it they would silently not be tested. */
export function checkRejections(
  document: YamlDocument,
  refusals: readonly string[] | undefined,
  own: RawOperation,
  written: Partial<RawOperationProperties>,
): void {
  if (refusals === undefined) return;
  const method = written.method ?? own.method;
  for (const { member, asks, kind, status } of REFUSED)
    if (asks(written[member], method) && !refusals.includes(kind))
      document.report(
        'refusal-missing',
        `errors.yaml has no entry for this kind of rejection, so it would not be tested`,
        written,
        member,
        'value',
        `add to errors.yaml, under \`refusals\`: ${kind}: { statuses: [${status}] }`,
      );
}

/** Properties of an operation, and the kind of rejection that each one needs. */
const REFUSED: readonly {
  readonly member: 'conditional' | 'unknownParameters' | 'upsert' | 'taken';
  readonly asks: (text: unknown, method: string) => boolean;
  readonly kind: RejectionKind;
  readonly status: number;
}[] = [
  { member: 'conditional', asks: (text, method) => isSaid(text) && writes(method), kind: 'precondition', status: 412 },
  {
    member: 'conditional',
    asks: (text, method) => text === 'required' && writes(method),
    kind: 'precondition-required',
    status: 428,
  },
  { member: 'unknownParameters', asks: (text) => text === 'refuse', kind: 'query', status: 400 },
  { member: 'upsert', asks: (text) => text === 'refuse', kind: 'not-found', status: 404 },
  { member: 'taken', asks: (text) => text === 'refuse', kind: 'taken', status: 409 },
];

function isSaid(text: unknown): boolean {
  return text !== undefined && text !== false;
}

function writes(method: string): boolean {
  return method !== 'GET' && method !== 'HEAD';
}
