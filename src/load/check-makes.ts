/** What an action says that it makes. Whether its answer has that place is known once it is planned. */
import { pathShape } from '../record/path-shape.ts';
import { isSafe } from '../record/safe-method.ts';
import type { EndpointScope } from './check-endpoint.ts';
import { knownEndpoint } from './known.ts';
import { JSON_FORMS, LATER } from './model.ts';
import type { RawOperation, RawOperationProperties } from '../schema/operations.ts';

/** @param written the operation, or a change of it */
export function checkMakes(
  scope: EndpointScope,
  name: string,
  own: RawOperation,
  written: Partial<RawOperationProperties>,
): void {
  const { makes } = written;
  if (makes === undefined) return;
  const { document } = scope;
  const told = (parent: object, key: string, message: string, hint: string): void =>
    document.report('wrong-value', message, parent, key, 'key', hint);
  const kind = own.kind ?? name;
  const { method, response = 'none' } = { ...own, ...written };
  if (kind !== 'action')
    told(written, 'makes', wordsOf(kind), HINTS[kind] ?? 'give it `kind: action`, or leave `makes` out');
  else if (isSafe(method))
    told(
      written,
      'makes',
      `a ${method} makes nothing`,
      'RFC 9110 §9.2.1: it only reads; say it of what was asked for before',
    );
  knownEndpoint(scope, makes.endpoint, makes, 'endpoint');
  if (makes.ids === undefined && response !== 'none')
    document.report(
      'missing-key',
      'nothing says where its answer has the identifiers of what it makes',
      written,
      'makes',
      'key',
      'give `ids`: /id, /results/*/id for each item of a list, or `later` where they are made after it is answered',
    );
  if (makes.ids !== undefined && makes.ids !== LATER && !JSON_FORMS.has(response))
    told(
      makes,
      'ids',
      response === 'none' ? 'its answer has no content' : 'its answer is no JSON',
      response === 'none'
        ? 'say in `response` what it answers with, or leave `ids` out: the Location names what it makes'
        : 'say in `response` what it answers with',
    );
  const other = kind === 'action' ? sharing(scope, name, own) : undefined;
  if (other !== undefined)
    told(
      written,
      'makes',
      `${own.method} ${own.path} makes records as ${other} already, and an answer does not say as which it was sent`,
      'let one of the two say what that address makes',
    );
}

const HINTS: Readonly<Record<string, string>> = {
  create: 'leave it out: a create makes a record of its own endpoint; what makes others is an action',
  read: 'say it of the action that makes them',
  list: 'say it of the action that makes them',
};

function wordsOf(kind: string): string {
  return kind === 'read' || kind === 'list'
    ? `a ${kind} makes nothing`
    : `only an action says what it makes, not a ${kind}`;
}

/** Another operation of the same address that makes records. */
function sharing({ raw }: EndpointScope, name: string, { method, path }: RawOperation): string | undefined {
  return Object.entries(raw.operations).find(
    ([other, operation]) =>
      other !== name &&
      operation.method === method &&
      pathShape(operation.path) === pathShape(path) &&
      ((operation.kind ?? other) === 'create' || operation.makes !== undefined),
  )?.[0];
}
