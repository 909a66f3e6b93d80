/**
 * From an OpenAPI document to the first draft of a contract: endpoints with their fields and operations, how the service
 * refuses, and what could not be said. Pure.
 */
import { defined, maybe } from '../record/defined.ts';
import type { JsonMap } from '../record/json.ts';
import type { ApiDocument, ApiOperation } from '../openapi/document.ts';
import { answerOf, bodyOf, fieldsOf, recordIn, uidOf } from './draft-body.ts';
import { draftErrors, type DraftErrors } from './draft-errors.ts';
import { operationOf, type Drafting, type Paged } from './draft-operation.ts';
import {
  kebab,
  kindOf,
  ownParameter,
  parentsOf,
  resourcesOf,
  shapeOf,
  whyNot,
  type Resource,
} from './draft-resources.ts';
import { draftSecurity, type DraftSecurity } from './draft-security.ts';
import { paginationOf, stylesOf, withStyles } from './draft-styles.ts';

export interface DraftEndpoint {
  /** Kebab-case. */
  readonly name: string;
  readonly title: string;
  readonly uid?: string;
  /** Path parameter to endpoint. */
  readonly parents: Readonly<Record<string, string>>;
  /** As in `contracts/<service>/<endpoint>.yaml`. */
  readonly fields: Readonly<Record<string, JsonMap>>;
  readonly operations: Readonly<Record<string, JsonMap>>;
}

export interface Draft {
  readonly title: string;
  readonly version: string;
  readonly server: string | undefined;
  readonly secured: boolean;
  readonly security: Omit<DraftSecurity, 'wayOf'>;
  /** As in `contracts/<service>/pagination.yaml`; absent where no list is paged. */
  readonly pagination?: JsonMap;
  readonly endpoints: readonly DraftEndpoint[];
  readonly errors: DraftErrors;
  /** Operations of the document that no contract was made of, each with the reason. */
  readonly leftOut: readonly string[];
  /** What of the others a contract does not say, or what is a guess that somebody has to look at. */
  readonly notes: readonly string[];
}

export function draftOf(document: ApiDocument): Draft {
  const resources = resourcesOf(document.operations);
  const security = draftSecurity(document, kebab);
  const leftOut: string[] = [];
  const notes: string[] = [];
  const pagings: Paged[] = [];
  const drafting: Drafting = {
    all: resources,
    security,
    pagings,
    leaveOut: (operation, why) => leftOut.push(`${placeOf(operation)}: ${why}`),
    note: (place, what) => notes.push(`${place}: ${what}`),
  };
  const drafted = resources.flatMap((resource) => endpointOf(resource, drafting));
  const styles = stylesOf(pagings);
  const endpoints = drafted.map((endpoint) => ({
    ...endpoint,
    operations: withStyles(endpoint.operations, pagings, styles),
  }));
  const { main, others } = security;
  return {
    title: document.title,
    version: document.version,
    server: document.servers.find((url) => /^https?:\/\//.test(url)),
    secured: endpoints.some((e) => Object.values(e.operations).some((o) => o['access'] !== 'public')),
    security: { others, ...defined({ main }) },
    ...defined({ pagination: paginationOf(styles) }),
    endpoints,
    errors: draftErrors(document.operations),
    leftOut,
    notes: [
      ...new Set([...addressNotes(document), ...waysNotes(document, security), ...notes, ...recordsNeeded(endpoints)]),
    ],
  };
}

/** An address without a host says only how addresses begin. */
function addressNotes({ servers }: ApiDocument): readonly string[] {
  const [first] = servers;
  const path = first === undefined || /^https?:/.test(first) ? '' : first.replace(/\/$/, '');
  return path === '' ? [] : [`the base address of the target ends with ${path}`];
}

/** Ways in that operations have besides: each may be named, and is tried then. */
function waysNotes({ operations }: ApiDocument, { main, others }: DraftSecurity): readonly string[] {
  const ways = new Set(operations.flatMap(({ ways: own = [] }) => own.flatMap((names) => names)));
  if (main === undefined || ways.size <= 1 + Object.keys(others).length) return [];
  return [
    `it lets in by several ways (${[...ways].join(', ')}): one is drafted; name others in security.yaml, and at operations \`security: [one, other]\``,
  ];
}

function reasonAgainst({ method }: ApiOperation): string {
  return method === 'DELETE' ? 'it removes all there is, and no run does' : `a contract declares no ${method}`;
}

function placeOf({ method, path }: ApiOperation): string {
  return `${method} ${path}`;
}

/** Endpoints whose records no operation makes: the target has to name one of each. */
function recordsNeeded(endpoints: readonly DraftEndpoint[]): readonly string[] {
  const needed = endpoints.filter(
    ({ uid, operations }) =>
      uid !== undefined &&
      operations['create'] === undefined &&
      Object.values(operations).some(({ path }) => String(path).includes('{')),
  );
  const parents = endpoints.flatMap((one) => Object.values(one.parents));
  return [...new Set([...needed.map(({ name }) => name), ...parents])]
    .filter((name) => endpoints.some((one) => one.name === name && one.operations['create'] === undefined))
    .map((name) => `${name}: no operation makes one: name one that is there, under \`records\` of the target`);
}

function endpointOf(resource: Resource, drafting: Drafting): readonly DraftEndpoint[] {
  const { leaveOut } = drafting;
  const kinds = new Map<string, ApiOperation>();
  const parents = parentsOf(resource, drafting.all);
  for (const operation of resource.operations) {
    const kind = kindOf(operation, resource);
    const why = kind === undefined ? reasonAgainst(operation) : whyNot(operation);
    if (kind === undefined || why !== undefined) leaveOut(operation, why ?? '');
    else if (kinds.has(kind)) leaveOut(operation, `this path has a ${kind} already`);
    else kinds.set(kind, operation);
  }
  if (kinds.size === 0) return [];
  const own = ownParameter(resource, parents);
  const list = kinds.get('list');
  const shape = maybe(list, (it) => shapeOf(it, resource));
  const sends = ['create', 'replace', 'update', 'action'].map((kind) => bodyOf(kinds.get(kind)));
  const written = sends.find((body) => body !== undefined);
  const read = recordIn(answerOf(kinds.get('read')));
  const isActionAlone = kinds.size === 1 && kinds.has('action');
  const shown = isActionAlone
    ? undefined
    : (read.record ??
      shape?.item ??
      ['create', 'replace', 'update']
        .map((kind) => recordIn(answerOf(kinds.get(kind))).record)
        .find((one) => one !== undefined));
  const fields = fieldsOf(written, shown);
  const uid = own === undefined ? undefined : uidOf(own, fields);
  const context = { resource, parents, own, uid, shape, drafting };
  return [
    {
      name: resource.name,
      title: titleOf(resource.name),
      ...defined({ uid }),
      parents,
      fields: uid === undefined || uid in fields ? fields : { [uid]: { type: 'string', readOnly: true }, ...fields },
      operations: Object.fromEntries(
        [...kinds].map(([kind, operation]) => [
          kind === 'action' ? 'act' : kind,
          operationOf(kind, operation, context),
        ]),
      ),
    },
  ];
}

function titleOf(name: string): string {
  const words = name.replaceAll('-', ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
