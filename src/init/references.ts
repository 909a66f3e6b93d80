/**
 * Fields that refer to a record of another collection. A document shows this only by names, so each inferred reference is reported, and
 * ambiguous ones are reported but not drafted.
 */
import type { JsonMap } from '../model/json.ts';
import { valueAtPointer, encodePointerPart } from '../model/pointer.ts';
import type { DraftEndpoint } from './draft-model.ts';
import { isPluralOf, kebabCase, normalizeName } from './names.ts';
import type { Resource } from './resources.ts';

export interface InferredReferences {
  /** Referenced endpoint, by endpoint and field. */
  readonly drafted: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Fields that may be references, with the reason why they are not drafted. */
  readonly doubtful: readonly string[];
}

interface Collection {
  readonly name: string;
  /** The last word of its path in lower case, without punctuation. */
  readonly word: string;
  /** Names of the ID: the path parameter and the field. */
  readonly identifiers: readonly string[];
  /** Type and pattern of the ID field. */
  readonly type: unknown;
  readonly pattern: unknown;
  readonly isMade: boolean;
}

export function inferReferences(all: readonly Resource[], endpoints: readonly DraftEndpoint[]): InferredReferences {
  const collections = all.flatMap((resource, index) => collectionOf(resource, endpoints[index]));
  const drafted: Record<string, Record<string, string>> = {};
  const doubtful: string[] = [];
  const needs = new Map(endpoints.map(({ name, parents }) => [name, new Set(Object.values(parents))]));
  const leadsTo = (from: string, to: string, passed: readonly string[] = []): boolean =>
    from === to ||
    (!passed.includes(from) && [...(needs.get(from) ?? [])].some((next) => leadsTo(next, to, [...passed, from])));
  for (const endpoint of endpoints)
    for (const { member, called, field, isInside } of sentFields(endpoint)) {
      const candidates = collectionsNamedBy(called, collections).filter(({ name }) => name !== endpoint.name);
      const [collection] = candidates;
      if (collection === undefined) continue;
      const reason =
        candidates.length > 1
          ? `several match: ${candidates.map(({ name }) => name).join(', ')}`
          : isInside
            ? 'a contract supports references only in fields of the record itself'
            : !collection.isExact
              ? 'its name has more words than the name of the records'
              : mismatchReason(field, collection, leadsTo(collection.name, endpoint.name));
      if (reason !== undefined) {
        doubtful.push(
          `${endpoint.name}: ${member} may refer to a record of ${collection.name}, but any value is sent: ${reason}`,
        );
        continue;
      }
      drafted[endpoint.name] = { ...drafted[endpoint.name], [member]: collection.name };
      needs.get(endpoint.name)?.add(collection.name);
    }
  return { drafted, doubtful };
}

/** Adds the inferred references to an endpoint. */
export function withReferences(endpoint: DraftEndpoint, { drafted }: InferredReferences): DraftEndpoint {
  const references = drafted[endpoint.name];
  if (references === undefined) return endpoint;
  const fields = Object.entries(endpoint.fields).map(([name, field]) => {
    const to = references[name];
    // The example in the document is not the ID of a record that a run creates.
    const { example: _shown, ...rest } = field;
    return [name, to === undefined ? field : { ...rest, references: to }] as const;
  });
  const inferred = Object.entries(references).map(([member, to]) => `${member} refers to a record of ${to}`);
  return { ...endpoint, fields: Object.fromEntries(fields), inferred };
}

function mismatchReason(field: JsonMap, { isMade, type, pattern }: Collection, isRound: boolean): string | undefined {
  if (!isMade) return 'no operation creates one';
  if (field['type'] !== type) return 'its type differs from their identifier';
  if (field['pattern'] !== undefined && pattern !== undefined && field['pattern'] !== pattern)
    return 'its format differs from their identifier';
  return isRound ? 'each of the two needs the other one first' : undefined;
}

function collectionOf(
  { path, own: idParameter, actions }: Resource,
  endpoint: DraftEndpoint | undefined,
): readonly Collection[] {
  if (idParameter === undefined || endpoint?.uid === undefined) return [];
  const { name, uid, fields } = endpoint;
  const word = path.split('/').findLast((part) => part !== '' && !part.startsWith('{')) ?? '';
  return [
    {
      name,
      word: normalizeName(word),
      identifiers: [idParameter, uid],
      type: fields[uid]?.['type'],
      pattern: fields[uid]?.['pattern'],
      isMade: actions.some(({ kind }) => kind === 'create'),
    },
  ];
}

interface SentField {
  /** Field name with the names of the objects around it. */
  readonly member: string;
  /** Field name in the singular if the field is a list. */
  readonly called: string;
  readonly field: JsonMap;
  readonly isInside: boolean;
}

/** Fields that a client sends, except the ID of the record itself. */
function sentFields({ fields, uid, operations }: DraftEndpoint): readonly SentField[] {
  return Object.entries(fields).flatMap(([member, field]): readonly SentField[] =>
    field['readOnly'] === true || member === uid
      ? []
      : [
          { member, called: relatedIn(field, member, operations), field, isInside: false },
          ...nestedFields(member, field),
        ],
  );
}

/** A JSON:API relationship refers to a record by type and ID. */
function relatedIn({ place }: JsonMap, member: string, operations: DraftEndpoint['operations']): string {
  if (typeof place !== 'string' || !place.startsWith('1/relationships/')) return member;
  const types = Object.values(operations).map(({ wrapping }) =>
    valueAtPointer(wrapping, `/around/data/relationships/${encodePointerPart(member)}/data/type`),
  );
  return `${String(types.find((type) => typeof type === 'string') ?? member)}_id`;
}

function nestedFields(member: string, { type, of: entry, fields = {} }: JsonMap): readonly SentField[] {
  if (type === 'list') return [{ member, called: member.replace(/s$/, ''), field: entry as JsonMap, isInside: true }];
  return Object.entries(fields as Readonly<Record<string, JsonMap>>).flatMap(([name, field]) => [
    { member: `${member}/${name}`, called: name, field, isInside: true },
    ...nestedFields(`${member}/${name}`, field),
  ]);
}

/** Words for IDs. `name` and `title` are excluded: they are often free text. */
const IDS: ReadonlySet<string> = new Set(['id', 'uuid', 'uid', 'guid']);
const KEYS: ReadonlySet<string> = new Set(['code', 'key', 'slug', 'number']);

interface NamedCollection extends Collection {
  /** Whether the field name is only the collection and the ID word. `from_site_id` may be one of two references that must differ. */
  readonly isExact: boolean;
}

/**
 * Matches field names with collections: `siteId`, `site_uuid` and `sites_uid` refer to sites if their ID has such a name; `site_code`
 * refers to `/sites/{code}`.
 */
function collectionsNamedBy(member: string, collections: readonly Collection[]): readonly NamedCollection[] {
  const words = kebabCase(member).split('-');
  const last = words.at(-1) ?? '';
  if (words.length < 2 || !(IDS.has(last) || KEYS.has(last))) return [];
  const before = words.slice(0, -1);
  const fitting = collections.filter(({ identifiers }) => identifiers.some((one) => isSameKindOfId(last, one)));
  const by = (from: number): readonly Collection[] =>
    fitting.filter(
      ({ word, identifiers }) =>
        isPluralOf(before.slice(from).join(''), word) ||
        (from === 0 && identifiers.some((one) => normalizeName(one) === words.join(''))),
    );
  const exact = by(0).map((one) => ({ ...one, isExact: true }));
  if (exact.length > 0) return exact;
  const from = before.findIndex((_word, index) => by(index).length > 0);
  return from < 0 ? [] : by(from).map((one) => ({ ...one, isExact: false }));
}

/** Whether the word means the same kind of ID as `identifier`; all ID words are equivalent. */
function isSameKindOfId(word: string, identifier: string): boolean {
  const last = kebabCase(identifier).split('-').at(-1) ?? '';
  return IDS.has(word) ? IDS.has(last) : word === last;
}
