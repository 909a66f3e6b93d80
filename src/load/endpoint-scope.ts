/** Scope of the checks of an endpoint contract, and checks of names that it shares with other files. */
import type { RawEndpoint } from '../schema/endpoint.ts';
import type { RawOperation } from '../schema/operations.ts';
import type { NameSet, References } from './references.ts';
import type { YamlDocument } from './yaml-document.ts';

/** Definitions in the shared files of the service; a property is undefined if its file exists and cannot be read. */
export interface SharedDefinitions {
  /** Whether bodies are wrapped in an envelope. */
  readonly wrapping: boolean | undefined;
  /** Whether there is a paging style, and the names of further ones. */
  readonly pagination: boolean | undefined;
  readonly styles: readonly string[];
  /** Names of further addresses in envelope.yaml. */
  readonly servers: readonly string[] | undefined;
  /** Whether a call can authenticate, and the names of further auth schemes. */
  readonly token: boolean | undefined;
  readonly schemes: readonly string[];
  /** Access of an operation that does not specify it. */
  readonly usual: 'token' | 'public';
  /** Kinds of rejection that errors.yaml declares. */
  readonly refusals: readonly string[] | undefined;
}

export interface EndpointScope {
  readonly document: YamlDocument;
  readonly raw: RawEndpoint;
  readonly endpoints: NameSet;
  readonly references: References;
  readonly blocks: SharedDefinitions;
  /** Names of missing things that are reported already, for the whole service. */
  readonly reported: Set<string>;
}

export function checkEndpointName(scope: EndpointScope, endpoint: string, parent: object, key: string): void {
  const { document, endpoints } = scope;
  if (endpoints.lacks(endpoint))
    document.expectKnown('endpoint', endpoint, endpoints, parent, key, { holder: 'the service' });
}

export function checkFieldName(
  { document, raw }: EndpointScope,
  field: string,
  parent: object,
  key: string | number,
  fields: object = raw.fields ?? {},
): void {
  document.expectKnown('field', field, Object.keys(fields), parent, key);
}

export function checkOperationName(
  { document, raw }: EndpointScope,
  operation: string,
  parent: object,
  key: string,
): void {
  document.expectKnown('operation', operation, Object.keys(raw.operations), parent, key, { holder: 'the endpoint' });
}

/** The address of envelope.yaml that an operation, a change of it or a step names. */
export function checkServer(
  { document, blocks: { servers } }: EndpointScope,
  parent: { readonly server?: string },
): void {
  if (parent.server !== undefined && servers !== undefined)
    document.expectKnown('server', parent.server, servers, parent, 'server', { holder: 'envelope.yaml' });
}

/** Names in `{braces}` of a path. */
export function parametersIn(path = ''): readonly string[] {
  return [...path.matchAll(/\{([^{}]*)\}/g)].map((match) => match[1] ?? '');
}

/** Parameters of all paths that an operation has in any version. */
export function parametersOf(operation: RawOperation): readonly string[] {
  return [operation, ...(operation.changes ?? [])].flatMap(({ path }) => parametersIn(path));
}
