/** One endpoint contract, from the file as written to the model, with the checks that need no other endpoint. */
import { omitUndefined, mergeObjects, mapOptional } from '../model/objects.ts';
import {
  type DeclaredCase,
  type EndpointContract,
  type Field,
  type CreatedRecords,
  type Operation,
  OPERATION_KINDS,
  type OperationKind,
  type Position,
  type QueryParameter,
} from './model.ts';
import { buildChanges, fieldChangeParts } from './check-changes.ts';
import type { RawCase } from '../schema/cases.ts';
import type { RawEndpoint } from '../schema/endpoint.ts';
import type { RawField } from '../schema/fields.ts';
import type { RawOperation } from '../schema/operations.ts';
import type { YamlDocument } from './yaml-document.ts';

export function buildEndpoint(
  service: string,
  document: YamlDocument,
  raw: RawEndpoint,
  usual: Operation['access'],
): EndpointContract {
  const { fields, operations, cases, parents, nested, base, ...rest } = raw;
  return mergeObjects(rest, {
    service,
    base: base ?? 'service',
    parents: parents ?? {},
    nested: nested ?? {},
    fields: fields === undefined ? [] : buildFields(document, fields),
    operations: Object.entries(operations).map(([name, operation]) =>
      buildOperation(document, operations, name, operation, usual),
    ),
    cases: buildCases(document, cases),
    at: document.at(raw, 'endpoint'),
  });
}

export function buildCases(document: YamlDocument, cases: RawEndpoint['cases'] = {}): readonly DeclaredCase[] {
  return Object.entries(cases).map(([name, written]) => buildCase(document, cases, name, written));
}

function buildFields(document: YamlDocument, fields: Readonly<Record<string, RawField>>): readonly Field[] {
  return Object.entries(fields).map(([name, written]) => {
    const { fields: inner, of, required, changes, ...rest } = written;
    const field = mergeObjects(rest, {
      name,
      required: required ?? false,
      ...omitUndefined({
        fields: mapOptional(inner, (value) => buildFields(document, value)),
        // An entry has the name of its list, which rejections contain.
        of: mapOptional(of, (value) => ({ ...value, name, required: false, at: document.at(written, 'of') })),
      }),
      ...buildChanges(changes, fieldChangeParts),
      at: document.at(fields, name),
    });
    // Properties that its type cannot have are reported, and then this model is not used.
    return field as Field;
  });
}

function buildOperation(
  document: YamlDocument,
  operations: object,
  name: string,
  written: RawOperation,
  usual: Operation['access'],
): Operation {
  const { kind, request, response, pagination, access, parameters, query, security, style, makes, changes, ...rest } =
    written;
  return mergeObjects(rest, {
    name,
    kind: kind ?? kindOf(document, operations, name),
    request: request ?? 'none',
    response: response ?? 'none',
    pagination: pagination ?? 'none',
    access: access ?? (security === undefined ? usual : 'token'),
    ...waysOf(security),
    ...stylesOf(style),
    ...omitUndefined({
      parameters: mapOptional(parameters, (value) => parametersOf(document, value)),
      query: mapOptional(query, (value) => parametersOf(document, value)),
      makes: mapOptional(makes, (value) => createdRecords(document, value)),
    }),
    ...buildChanges(
      changes?.map(({ security: newSecurity, style: paged, makes: made, ...change }) => ({
        ...change,
        ...omitUndefined({ makes: mapOptional(made, (value) => createdRecords(document, value)) }),
        // The change replaces all auth schemes.
        ...(newSecurity === undefined ? {} : { orBy: [], ...waysOf(newSecurity) }),
        ...(paged === undefined ? {} : { orStyles: [], ...stylesOf(paged) }),
      })),
    ),
    at: document.at(operations, name),
  });
}

function createdRecords(document: YamlDocument, makes: CreatedRecords): CreatedRecords {
  return mergeObjects(makes, { at: document.at(makes, makes.ids === undefined ? 'endpoint' : 'ids') });
}

/** The first auth scheme is the usual one; the others work as well. */
function waysOf(security: RawOperation['security']): Pick<Operation, 'security' | 'orBy'> {
  if (security === undefined || typeof security === 'string') return omitUndefined({ security });
  const [first, ...orBy] = security;
  return omitUndefined({ security: first, orBy });
}

/** All styles are tested; other requests for a page use the first one. */
function stylesOf(style: RawOperation['style']): Pick<Operation, 'style' | 'orStyles'> {
  if (style === undefined || typeof style === 'string') return omitUndefined({ style });
  const [first, ...orStyles] = style;
  return omitUndefined({ style: first, orStyles });
}

function parametersOf(
  document: YamlDocument,
  parameters: NonNullable<RawOperation['query']>,
): readonly QueryParameter[] {
  return Object.entries(parameters).map(([name, written]) => ({ ...written, name, at: document.at(parameters, name) }));
}

function kindOf(document: YamlDocument, operations: object, name: string): OperationKind {
  const kind = OPERATION_KINDS.find((known) => known === name);
  if (kind === undefined)
    document.report(
      'kind-unclear',
      `the name ${JSON.stringify(name)} is not the name of a kind of operation`,
      operations,
      name,
      'key',
      `give it a kind: one of ${OPERATION_KINDS.join(', ')}`,
    );
  // Any kind is right here: the problem is reported, so the model is never used.
  return kind ?? 'read';
}

function buildCase(document: YamlDocument, cases: object, name: string, written: RawCase): DeclaredCase {
  const at: Position = document.at(cases, name);
  return {
    ...written,
    name,
    change: written.change ?? {},
    // oxlint-disable-next-line no-thenable -- `then` is a key of contracts, and cases are not awaited
    then: written.then ?? [],
    checks: written.checks.map((check) => ({ ...check, with: check.with ?? {}, at: document.at(check) })),
    at,
  };
}
