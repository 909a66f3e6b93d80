/** Files of a new project, as texts. Writes nothing. */
import { omitUndefined } from '../model/objects.ts';
import { Document, isMap, isPair, isScalar, isSeq, Scalar, visit } from 'yaml';
import type { JsonMap } from '../model/json.ts';
import { targetAddress, serverSettings } from './address.ts';
import type { Draft, DraftEndpoint } from './draft-model.ts';
import { environmentVariableName } from './names.ts';
import { type RequirementTopic, TOPICS, type TopicRequirement } from './topics.ts';
import { uncheckedText } from './unchecked.ts';

export interface DraftNames {
  readonly service: string;
  readonly spec: string;
  /** Description of the source of the draft. */
  readonly source: string;
  /** Names of request headers that `--header` sets; their values come from the environment. */
  readonly headers: readonly string[];
}

/** Topics and bindings that the planned checks need. */
export interface NeededTopics {
  readonly topics: readonly RequirementTopic[];
  /** Patterns of check IDs and their topics. */
  readonly bindings: readonly { readonly checks: string; readonly topic: RequirementTopic }[];
}

/** File contents by path relative to the project, with `/` as separator. */
export type ProjectFiles = ReadonlyMap<string, string>;

/** Name of the drafted target. */
export const DRAFT_TARGET = 'test';

/** Headers of every request, with the environment variable that contains the value. */
export function environmentHeaders(
  { unsaidHeaders }: Draft,
  { headers }: DraftNames,
): readonly { readonly name: string; readonly variable: string }[] {
  const known = new Set(headers.map((name) => name.toLowerCase()));
  const missing = unsaidHeaders.filter((name) => !known.has(name.toLowerCase()));
  return [...headers, ...missing].map((name) => ({ name, variable: environmentVariableName(name) }));
}

export function draftFiles(draft: Draft, naming: DraftNames, needed: NeededTopics): ProjectFiles {
  const { service, spec, source } = naming;
  const files = new Map<string, string>();
  const headers = environmentHeaders(draft, naming);
  // Only records with a known ID are written. Checks that need another record stay inconclusive until the target names it.
  const records = Object.fromEntries(
    Object.entries(draft.records).flatMap(([endpoint, members]) =>
      Object.keys(members).length === 0 ? [] : [[endpoint, { members }] as const],
    ),
  );
  const put = (path: string, comment: string, data: JsonMap, flow = 2): void =>
    void files.set(path, yaml(comment, data, flow));
  put(`specs/${service}/versions.yaml`, 'Versions of the specification, oldest first.', {
    service,
    title: draft.title === '' ? service : draft.title,
    source,
    versions: [{ id: spec }],
  });
  put(
    `specs/${service}/requirements/${service}.yaml`,
    'Start: one requirement per topic. Add one for each normative sentence of your specification, and bind its checks in bindings.yaml.',
    {
      requirements: Object.fromEntries(
        needed.topics.map((topic) => {
          const { text, section, level = 'MUST' }: TopicRequirement = TOPICS[topic];
          return [`${service}.${topic}`, { text, level, basis: 'assumed', section }] as const;
        }),
      ),
    },
    9,
  );
  put(
    `specs/${service}/open-points.yaml`,
    'Open questions of the specification: question, assumption of the contracts, and reason.',
    {
      openPoints: Object.fromEntries(
        draft.points.map(({ id, ...point }) => [id, { ...point, section: 'the OpenAPI document' }]),
      ),
    },
  );
  put(
    `contracts/${service}/envelope.yaml`,
    'Settings of all calls. Set `methods: complete` when every operation is declared; undeclared methods are then tested and must be rejected. Without `openAnswers`, an undeclared response field is a failure.',
    {
      methods: 'partial',
      ...serverSettings(draft),
      ...omitUndefined({ mediaType: draft.mediaType }),
      ...(draft.openAnswers ? { openAnswers: true } : {}),
      headers: draft.headers,
    },
  );
  put(
    `contracts/${service}/errors.yaml`,
    'How the service rejects requests. Correct the status codes if yours differ.',
    {
      families: draft.errors.families,
      refusals: needed.topics.includes('refusals')
        ? Object.fromEntries(
            Object.entries(draft.errors.refusals).map(([kind, one]) => [kind, { ...one, form: `${service}.refusals` }]),
          )
        : (draft.errors.refusals as JsonMap),
    },
    3,
  );
  put(
    `contracts/${service}/security.yaml`,
    draft.ways.security['type'] !== 'none'
      ? 'How calls authenticate.'
      : draft.ways.connection === undefined
        ? 'How calls authenticate. The document declares no authentication.'
        : 'How calls authenticate. Only with a client certificate, which is set in the target.',
    draft.ways.security,
  );
  if (draft.pagination !== undefined) put(`contracts/${service}/pagination.yaml`, 'Paging of lists.', draft.pagination);
  put(
    `contracts/${service}/bindings.yaml`,
    'Requirements that generated checks prove. The last match wins. Other checks prove a requirement of a standard, or of the contract itself.',
    {
      rest: { basis: 'assumed' },
      bindings: needed.bindings.map(({ checks, topic }) => ({ checks, requirement: `${service}.${topic}` })),
    },
  );
  if (Object.keys(draft.notTried).length > 0)
    put(
      `contracts/${service}/catalogue.yaml`,
      'Case templates that are switched off. Remove a line if your service supports it.',
      { off: draft.notTried },
    );
  for (const endpoint of draft.endpoints)
    put(`contracts/${service}/${endpoint.name}.yaml`, notesOf(endpoint), endpointData(endpoint));
  put(
    `targets/${DRAFT_TARGET}/target.yaml`,
    'The tested system. Secrets come from environment variables or files; never write them here.',
    {
      target: DRAFT_TARGET,
      environment: 'test',
      services: {
        [service]: {
          ...targetAddress(draft),
          spec: [spec],
          ...omitUndefined({ credentials: draft.ways.credentials }),
          ...(Object.keys(records).length === 0 ? {} : { records }),
          ...(headers.length === 0
            ? {}
            : { headers: Object.fromEntries(headers.map(({ name, variable }) => [name, `\${env:${variable}}`])) }),
        },
      },
      ...omitUndefined({ connection: draft.ways.connection }),
      limits: { concurrency: 4, requestsPerSecond: 20 },
    },
  );
  return files;
}

/** Comment at the top of an endpoint file for its reviewer. */
function notesOf({ inferred, unchecked }: DraftEndpoint): string {
  return [
    ...withHeading('Inferred from names only; correct it if it is wrong:', inferred),
    ...withHeading('In the document, but not checked:', uncheckedText(unchecked)),
  ].join('\n ');
}

function withHeading(heading: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [heading, ...lines.map((line) => `  ${line}`)];
}

function endpointData({ name, title, base, uid, parents, fields, operations }: DraftEndpoint): JsonMap {
  return {
    endpoint: name,
    title,
    base,
    ...omitUndefined({ uid }),
    ...(Object.keys(parents).length === 0 ? {} : { parents }),
    ...(Object.keys(fields).length === 0 ? {} : { fields }),
    operations,
  };
}

/** Integers beyond the safe range, such as the maximum of 64 bits, are not exact, so they cannot be tested as limits. */
function isInexact(node: unknown): boolean {
  return isScalar(node) && Number.isInteger(node.value) && !Number.isSafeInteger(node.value);
}

/** Maps and lists up to this length as JSON are written on one line. */
const SHORT_LENGTH = 60;

/** YAML text of a file. Maps and lists at depth `flow` or below are written on one line. Strings that look like numbers are quoted. */
function yaml(comment: string, data: JsonMap, flow: number): string {
  const document = new Document(data, { aliasDuplicateObjects: false });
  if (comment !== '') document.commentBefore = ` ${comment}`;
  visit(document, (_key, node, path) => {
    if (isInexact(isPair(node) ? node.value : node)) return visit.REMOVE;
    const depth = path.filter((parent) => isMap(parent) || isSeq(parent)).length;
    if (
      (isMap(node) || isSeq(node)) &&
      (depth >= flow || (depth > 0 && JSON.stringify(node).length <= SHORT_LENGTH) || node.items.length === 0)
    )
      node.flow = true;
    if (isScalar(node) && typeof node.value === 'string' && /^[-+.\d]/.test(node.value))
      node.type = Scalar.QUOTE_DOUBLE;
  });
  return document.toString({ lineWidth: 0, flowCollectionPadding: true });
}

/** Schema names by path pattern relative to the project; the first match wins. */
const SCHEMAS: readonly (readonly [place: RegExp, schema: string])[] = [
  [/^specs\/[^/]+\/(versions|open-points)\.yaml$/, '$1'],
  [/^specs\/[^/]+\/requirements(\/.+)?\.yaml$/, 'requirements'],
  [/^contracts\/common\/[^/]+\.yaml$/, 'catalogue'],
  [/^contracts\/[^/]+\/(bindings|envelope|errors|pagination|security|token)\.yaml$/, '$1'],
  [/^contracts\/[^/]+\/catalogue\.yaml$/, 'own-catalogue'],
  [/^contracts\/[^/]+\/[^/]+\.yaml$/, 'endpoint'],
  [/^targets\/[^/]+\/(target|waivers)\.yaml$/, '$1'],
  [/^policies\/[^/]+\.yaml$/, 'policy'],
];

/** Name of the schema of a file; undefined if it has none, such as a lock file. */
export function editorSchemaOf(file: string): string | undefined {
  const [place, schema] = SCHEMAS.find(([pattern]) => pattern.test(file)) ?? [];
  return place === undefined || schema === undefined ? undefined : file.replace(place, schema);
}

/** Adds a modeline to each file. `pathOf` returns the path of the schema as the file refers to it. */
export function withModelines(files: ProjectFiles, pathOf: (file: string, schema: string) => string): ProjectFiles {
  return new Map(
    [...files].map(([file, text]) => {
      const schema = editorSchemaOf(file);
      return [file, schema === undefined ? text : `# yaml-language-server: $schema=${pathOf(file, schema)}\n${text}`];
    }),
  );
}
