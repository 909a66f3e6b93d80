/** Scope of the checks of an endpoint contract, and checks of names that it shares with other files. */
import type { RawEndpoint } from '../schema/endpoint.ts';
import type { RawOperation } from '../schema/operations.ts';
import type { NameSet, References } from './references.ts';
import { suggestion } from './suggest.ts';
import type { YamlDocument } from './yaml-document.ts';

/** What the shared blocks of the service offer; `undefined` where the file is there but cannot be read. */
export interface Blocks {
  readonly wrapping: boolean | undefined;
  readonly pagination: boolean | undefined;
  /** Names of the other styles of paging. */
  readonly styles: readonly string[];
  /** Names of the other addresses; undefined where they cannot be read. */
  readonly servers: readonly string[] | undefined;
  /** Whether a call can say who asks. */
  readonly token: boolean | undefined;
  /** What an operation is that does not say it. */
  readonly usual: 'token' | 'public';
  /** Names of the other ways in. */
  readonly ways: readonly string[];
  /** The kinds of refusal that errors.yaml declares. */
  readonly refusals: readonly string[] | undefined;
}

export interface EndpointScope {
  readonly document: YamlDocument;
  readonly raw: RawEndpoint;
  readonly endpoints: NameSet;
  readonly references: References;
  readonly blocks: Blocks;
  /** What has been told of already, of the whole service. */
  readonly told: Set<string>;
}

export function knownEndpoint(
  { document, endpoints }: EndpointScope,
  endpoint: string,
  parent: object,
  key: string,
): void {
  if (!endpoints.lacks(endpoint)) return;
  document.report(
    'unknown-endpoint',
    `the service has no endpoint ${JSON.stringify(endpoint)}`,
    parent,
    key,
    'value',
    endpoints.suggest(endpoint, 'endpoint'),
  );
}

/** What an operation, or a change of it, names outside of its file. */
export function knownElsewhere(
  scope: EndpointScope,
  written: { readonly server?: string; readonly after?: string },
): void {
  knownServer(scope, written);
  knownOwner(scope, written);
}

/** The endpoint of the operation that is done before a removal, where it is another one. */
function knownOwner(scope: EndpointScope, written: { readonly after?: string }): void {
  const [endpoint, operation] = written.after?.split('/') ?? [];
  if (endpoint !== undefined && operation !== undefined) knownEndpoint(scope, endpoint, written, 'after');
}

/** An address that envelope.yaml has beside the base address. */
export function knownServer(
  { document, blocks: { servers } }: EndpointScope,
  parent: { readonly server?: string },
): void {
  const { server } = parent;
  if (server === undefined || servers === undefined || servers.includes(server)) return;
  const message = `envelope.yaml has no server ${JSON.stringify(server)}`;
  document.report('unknown-server', message, parent, 'server', 'value', suggestion(server, servers, 'server'));
}

/** Of a case that has several steps: one that stands before the one that names it. */
export function knownStep(
  { document }: EndpointScope,
  step: string,
  earlier: readonly string[],
  parent: object,
  key: string,
): void {
  if (earlier.includes(step)) return;
  document.report(
    'unknown-step',
    `there is no step ${JSON.stringify(step)} before this one`,
    parent,
    key,
    'value',
    suggestion(step, earlier, 'earlier step'),
  );
}

/** Names in `{braces}` of a path. */
export function parametersIn(path = ''): readonly string[] {
  return [...path.matchAll(/\{([^{}]*)\}/g)].map((match) => match[1] ?? '');
}

/** Those of the path of an operation, whatever changes of it say. */
export function parametersOf(operation: RawOperation): readonly string[] {
  return [operation, ...(operation.changes ?? [])].flatMap(({ path }) => parametersIn(path));
}
