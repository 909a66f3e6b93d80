/** Checks of an endpoint contract: its fields, its operations, and the names in it. */
import { checkChanges, checkFieldChanges, checkFieldProperties, LIMIT_PAIRS } from './check-changes.ts';
import { checkJsonSchema } from './check-json-schema.ts';
import { type Form, USUAL_STYLE, type VersionRange } from './model.ts';
import {
  checkEndpointName,
  checkFieldName,
  checkServer,
  type EndpointScope,
  parametersIn,
  parametersOf,
} from './endpoint-scope.ts';
import { exampleFault } from './field.ts';
import type { JsonMap } from '../model/json.ts';
import { checkCreatedRecords, checkSettings, checkMethod, checkRejections } from './check-operation.ts';
import type { RawField } from '../schema/fields.ts';
import type { RawOperation, RawOperationProperties } from '../schema/operations.ts';
import { patternFault } from './pattern-faults.ts';
import { suggestName } from './suggest.ts';

const WRAPPED: readonly string[] = ['item', 'items', 'single'];

export function checkEndpoint(scope: EndpointScope): void {
  const { document, raw, references } = scope;
  references.range(raw, document);
  checkFields(scope, raw.fields ?? {}, [raw]);
  checkLinks(scope);
  for (const [name, operation] of Object.entries(raw.operations)) checkOperation(scope, name, operation);
  checkParents(scope);
  checkKinds(scope);
}

/** @param around the ranges of all that the fields are in, outermost first */
function checkFields(
  scope: EndpointScope,
  fields: Readonly<Record<string, RawField>>,
  around: readonly VersionRange[],
): void {
  const { document, references } = scope;
  for (const field of Object.values(fields)) {
    references.range(field, document);
    checkFieldProperties(scope, field, field, field);
    checkNames(scope, field, fields);
    for (const change of field.changes ?? []) checkNames(scope, change, fields);
    for (const [low, high] of LIMIT_PAIRS) {
      const from = field[low];
      const to = field[high];
      if (from !== undefined && to !== undefined && from > to)
        document.report('wrong-value', `${high} is less than ${low}`, field, high);
    }
    checkExample(scope, field);
    checkFieldChanges(scope, field, around);
    if (field.fields !== undefined) checkFields(scope, field.fields, [...around, field]);
    if (field.of !== undefined) checkFields(scope, { of: field.of }, [...around, field]);
  }
}

/** An invalid example would be sent as a valid value, and its rejection counted against the service. */
function checkExample({ document }: EndpointScope, field: RawField): void {
  const fault = exampleFault(field as unknown as JsonMap);
  if (fault !== undefined)
    document.report('wrong-value', `the example is not a valid value: ${fault}`, field, 'example');
}

/** Endpoint and field that a field, or a change of it, names. */
function checkNames(
  scope: EndpointScope,
  written: Pick<RawField, 'references' | 'notBefore'>,
  fields: Readonly<Record<string, RawField>>,
): void {
  if (written.references !== undefined) checkEndpointName(scope, written.references, written, 'references');
  const { notBefore } = written;
  if (notBefore !== undefined && !Object.hasOwn(scope.raw.fields ?? {}, notBefore))
    checkFieldName(scope, notBefore, written, 'notBefore', fields);
}

/** `uid`, `parents`, `nested`: names of fields and endpoints. */
function checkLinks(scope: EndpointScope): void {
  const { document, raw } = scope;
  const fields = raw.fields ?? {};
  if (raw.uid !== undefined) checkFieldName(scope, raw.uid, raw, 'uid');
  for (const [parameter, endpoint] of Object.entries(raw.parents ?? {}))
    checkEndpointName(scope, endpoint, raw.parents ?? {}, parameter);
  for (const [member, endpoint] of Object.entries(raw.nested ?? {})) {
    checkEndpointName(scope, endpoint, raw.nested ?? {}, member);
    if (Object.hasOwn(fields, member))
      document.report('duplicate-id', `${JSON.stringify(member)} is already a field`, raw.nested ?? {}, member, 'key');
  }
}

function checkOperation(scope: EndpointScope, name: string, operation: RawOperation): void {
  scope.references.range(operation, scope.document);
  if (isClosed(scope, operation) && operation.kind !== 'token' && name !== 'token')
    checkToken(scope, scope.raw.operations, name, 'key');
  for (const written of [operation, ...(operation.changes ?? [])]) {
    checkMethod(scope, written);
    checkCall(scope, operation, written);
    checkCreatedRecords(scope, name, operation, written);
  }
  for (const change of operation.changes ?? [])
    if (change.access === 'token') checkToken(scope, change, 'access', 'value');
  checkSlots(scope, operation);
  checkChanges(scope, operation, [scope.raw]);
}

/** Path parameters that do not identify a record: each is in the path, and a code has values. */
function checkSlots({ document }: EndpointScope, operation: RawOperation): void {
  const used = parametersOf(operation);
  for (const [name, slot] of Object.entries(operation.parameters ?? {})) {
    document.expectKnown('parameter', name, used, operation.parameters ?? {}, name, {
      which: 'key',
      holder: 'its path',
    });
    if (slot.type === 'code' && slot.values === undefined)
      document.report('missing-key', 'a code needs its `values`', operation.parameters ?? {}, name);
  }
}

/** Whether calls authenticate in the usual way of the service. */
function isClosed({ blocks }: EndpointScope, { access, security }: RawOperation): boolean {
  return security === undefined && (access ?? blocks.usual) === 'token';
}

/** Path, bodies, pages and names of an operation, or of a change of it. */
function checkCall(scope: EndpointScope, own: RawOperation, written: Partial<RawOperationProperties>): void {
  const { document, raw, blocks } = scope;
  const fields = raw.fields ?? {};
  const slots = Object.keys(own.parameters ?? {});
  const makes = Object.entries(raw.operations).some(([name, { kind }]) => (kind ?? name) === 'create');
  for (const parameter of parametersIn(written.path)) {
    // An unknown uid is reported already. An existing record has its fields in the path.
    const isMember =
      parameter === raw.uid ||
      (Object.hasOwn(fields, parameter) && (!makes || (raw.uid !== undefined && !Object.hasOwn(fields, raw.uid))));
    if (Object.hasOwn(raw.parents ?? {}, parameter) || isMember || slots.includes(parameter)) continue;
    const providers = [...Object.keys(raw.parents ?? {}), ...(raw.uid === undefined ? [] : [raw.uid]), ...slots];
    document.report(
      'path-parameter',
      `the path parameter {${parameter}} has no value`,
      written,
      'path',
      'value',
      suggestName(parameter, providers, 'parameter') ??
        'name the endpoint that creates it in `parents`, or its values in `parameters`',
    );
  }
  for (const key of ['request', 'response'] as const) checkForm(scope, written, key, written[key]);
  if (written.request === 'content' && own.content === undefined)
    document.report('missing-key', 'the body is missing', written, 'request', 'value', 'give its `content`');
  checkRejections(document, blocks.refusals, own, written);
  if (written.schema !== undefined) checkJsonSchema(document, written, 'schema', written.schema);
  if ((written.pagination ?? 'none') !== 'none' && blocks.pagination === false && isFirst(scope, 'pagination'))
    document.report('block-missing', 'the service has no pagination.yaml', written, 'pagination');
  checkNamedBlocks(scope, written);
  checkSettings(scope, own, written);
  checkServer(scope, written);
  const [endpoint, operation] = written.after?.split('/') ?? [];
  if (endpoint !== undefined && operation !== undefined) checkEndpointName(scope, endpoint, written, 'after');
  for (const said of Object.values(written.headers ?? {})) {
    const fault = said.pattern === undefined ? undefined : patternFault(said.pattern);
    if (fault !== undefined) document.report('wrong-value', `the pattern ${fault}`, said, 'pattern');
  }
  written.success?.forEach((status, index) => {
    if (status >= 400)
      document.report(
        'wrong-value',
        `${status} is not a success`,
        written.success ?? [],
        index,
        'value',
        'test a rejection in a case, with `outcome.status` or `outcome.refused`',
      );
  });
  written.empties?.forEach((member, index) => checkFieldName(scope, member, written.empties ?? [], index));
}

/** The paging styles and auth schemes that an operation names, one or several, exist. */
function checkNamedBlocks({ document, blocks }: EndpointScope, written: Partial<RawOperationProperties>): void {
  const check = (noun: 'paging style' | 'auth scheme', known: readonly string[], key: 'style' | 'security'): void => {
    const holder = noun === 'paging style' ? 'pagination.yaml' : 'security.yaml';
    const named = written[key] ?? [];
    if (typeof named === 'string') document.expectKnown(noun, named, known, written, key, { holder });
    else named.forEach((name, index) => document.expectKnown(noun, name, known, named, index, { holder }));
  };
  if (blocks.pagination === true) check('paging style', [USUAL_STYLE, ...blocks.styles], 'style');
  if (blocks.token !== undefined) check('auth scheme', blocks.schemes, 'security');
}

const MINIMAL_WRAPPING = `    correlation: { member: correlation_id, maxLength: 64 }
    success: success
    result: result
    messages: messages`;

/** A wrapped body needs the names of the wrapping fields, and that of one record. */
function checkForm(scope: EndpointScope, written: object, key: string, form: Form | undefined): void {
  const { blocks, document, raw } = scope;
  if (form === undefined || !(WRAPPED.includes(form) || (form === 'list' && blocks.wrapping === true))) return;
  if (blocks.wrapping === false && isFirst(scope, 'wrapping')) {
    const hint = `add to envelope.yaml, with your names:\n${MINIMAL_WRAPPING}`;
    const message = `the form ${form} needs the names of the wrapping fields`;
    document.report('block-missing', message, written, key, 'value', hint);
  }
  if (raw.singular === undefined && isFirst(scope, `singular of ${raw.endpoint}`)) {
    const message = `the form ${form} needs the name of one record`;
    document.report('missing-key', message, written, key, 'value', 'give the endpoint its `singular`');
  }
}

function checkToken(scope: EndpointScope, parent: object, key: string, which: 'key' | 'value'): void {
  if (scope.blocks.token !== false || !isFirst(scope, 'token')) return;
  const hint = 'write it, for example { type: http, scheme: bearer }, or give the operation `access: public`';
  const message = 'the service has no security.yaml, which declares how calls authenticate';
  scope.document.report('block-missing', message, parent, key, which, hint);
}

/** True if the missing part has not been reported yet: each is reported once, at its first use. */
function isFirst({ reported }: EndpointScope, missing: string): boolean {
  if (reported.has(missing)) return false;
  reported.add(missing);
  return true;
}

/** Other operations need one of each kind, so it must be clear which one. */
function checkKinds({ document, raw }: EndpointScope): void {
  const operations = Object.entries(raw.operations).map(([name, { kind, empties, since, until }]) => ({
    name,
    kind: kind ?? name,
    counts: empties === undefined && since === undefined && until === undefined,
  }));
  const kinds = new Set(operations.map(({ kind }) => kind));
  if (kinds.size === 1) return;
  for (const kind of kinds) {
    const own = operations.filter((item) => item.kind === kind && item.counts);
    const [first, second] = own;
    if (first === undefined || second === undefined || UNCALLED.has(kind)) continue;
    if (operations.some(({ name }) => name === kind)) continue;
    document.report(
      'kind-unclear',
      `${first.name} and ${second.name} are both of kind ${kind}, so other operations cannot choose one`,
      raw.operations,
      second.name,
      'key',
      `name one of them ${kind}`,
    );
  }
}

/** Kinds that no other operation needs. */
const UNCALLED: ReadonlySet<string> = new Set(['action', 'token']);

/** A parent that no path uses is a typing mistake in one of the two. */
function checkParents({ document, raw }: EndpointScope): void {
  const { parents = {} } = raw;
  const used = new Set(Object.values(raw.operations).flatMap(parametersOf));
  for (const parameter of Object.keys(parents))
    document.expectKnown('parameter', parameter, used, parents, parameter, { which: 'key', holder: 'the endpoint' });
}
