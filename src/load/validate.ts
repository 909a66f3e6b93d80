/** Validates a document against its schema, and reports one problem for each mistake. */
import type { RawSecurity, RawToken } from '../schema/access.ts';
import type { RawEndpoint } from '../schema/endpoint.ts';
import type { RawPagination } from '../schema/pagination.ts';
import type { RawBindings, RawEnvelope, RawErrors } from '../schema/service.ts';
import type { RawOpenPoints, RawRequirements, RawVersions } from '../schema/specs.ts';
import type { RawTarget, RawWaivers } from '../schema/target.ts';
import type { RawCatalogue, RawOwnCatalogue } from './catalogue-model.ts';
import { patternFault } from './pattern-faults.ts';
import type { ProblemCode } from './problem-list.ts';
import {
  type Mistake,
  type QuotedSchema,
  FILE_NOUNS,
  schemaMistakes,
  type FileKind,
  TYPE_NOUNS,
  withArticle,
} from './schemas.ts';
import { maskSecrets } from './secrets.ts';
import { nearestName, suggestName } from './suggest.ts';
import type { YamlDocument } from './yaml-document.ts';

/** Content of each kind of file. */
interface FileContents {
  readonly bindings: RawBindings;
  readonly catalogue: RawCatalogue;
  readonly endpoint: RawEndpoint;
  readonly envelope: RawEnvelope;
  readonly errors: RawErrors;
  readonly 'open-points': RawOpenPoints;
  readonly 'own-catalogue': RawOwnCatalogue;
  readonly pagination: RawPagination;
  readonly requirements: RawRequirements;
  readonly security: RawSecurity;
  readonly target: RawTarget;
  readonly token: RawToken;
  readonly versions: RawVersions;
  readonly waivers: RawWaivers;
}

/** A file that its schema accepted, with its content. */
export interface ValidFile<T> {
  readonly document: YamlDocument;
  readonly raw: T;
}

/** The document with its content, if it has the form of its kind; otherwise its mistakes are reported. */
export function validFile<Kind extends FileKind>(
  document: YamlDocument,
  kind: Kind,
): ValidFile<FileContents[Kind]> | undefined {
  if (!validate(document, kind)) return undefined;
  return { document, raw: document.data as unknown as FileContents[Kind] };
}

/** Whether the document has the form of its kind. */
export function validate(document: YamlDocument, kind: FileKind): boolean {
  // After a syntax error every key would seem to be missing.
  if (document.data === undefined || !document.sound) return false;
  const mistakes = schemaMistakes(kind, document.data);
  const mistyped = mistypedKeys(mistakes);
  for (const mistake of mistakes) {
    const isTold = mistake.keyword === 'required' && mistyped.get(mistake.value)?.has(mistake.member ?? '') === true;
    if (!isTold) reportMistake(new Place(document, kind, mistake), mistake);
  }
  return mistakes.length === 0;
}

/** Missing keys that are mistyped, by object: each is reported once, as an unknown key. */
function mistypedKeys(mistakes: readonly Mistake[]): ReadonlyMap<unknown, ReadonlySet<string>> {
  const missing = new Map<unknown, string[]>();
  for (const { keyword, value, member } of mistakes) {
    if (keyword === 'required' && member !== undefined) missing.set(value, [...(missing.get(value) ?? []), member]);
  }
  const mistyped = new Map<unknown, Set<string>>();
  for (const { keyword, value, member, schema } of mistakes) {
    if (keyword !== 'additionalProperties' || member === undefined) continue;
    const meant = nearestName(member, Object.keys(schema.properties ?? {}));
    if (meant !== undefined && missing.get(value)?.includes(meant) === true)
      mistyped.set(value, new Set([...(mistyped.get(value) ?? []), meant]));
  }
  return mistyped;
}

/** Place of a mistake in a document. */
class Place {
  readonly #document: YamlDocument;
  readonly #kind: FileKind;
  readonly #mistake: Mistake;

  constructor(document: YamlDocument, kind: FileKind, mistake: Mistake) {
    this.#document = document;
    this.#kind = kind;
    this.#mistake = mistake;
  }

  report(code: ProblemCode, message: string, hint?: string): void {
    const { parent, key, value } = this.#mistake;
    if (parent !== undefined) return this.#document.report(code, message, parent, key, 'value', hint);
    return typeof value === 'object' && value !== null
      ? this.#document.report(code, message, value, undefined, 'value', hint)
      : this.#document.reportAt(code, message, 0, hint);
  }

  /** For a missing property: reports at the key of the incomplete object. */
  reportAtHolder(code: ProblemCode, message: string, hint?: string): void {
    const { parent, key } = this.#mistake;
    if (parent === undefined || Array.isArray(parent)) return this.report(code, message, hint);
    return this.#document.report(code, message, parent, key, 'key', hint);
  }

  reportAtMember(code: ProblemCode, message: string, member: string, hint?: string): void {
    return this.#document.report(code, message, this.#mistake.value as object, member, 'key', hint);
  }

  spelling(): string | undefined {
    const { parent, key } = this.#mistake;
    return parent === undefined || key === undefined ? undefined : this.#document.spelling(parent, key);
  }

  /** Name of the value in messages. */
  name(): string {
    const { key, label } = this.#mistake;
    if (key === undefined) return 'the file';
    return typeof key === 'number' ? label : quoted(key);
  }

  /** Name of the value as an object with properties. */
  holder(): string {
    return this.#mistake.key === undefined ? FILE_NOUNS[this.#kind] : this.name();
  }
}

function reportMistake(place: Place, mistake: Mistake): void {
  const { schema, value } = mistake;
  const member = mistake.member ?? '';
  switch (mistake.keyword) {
    case 'additionalProperties':
      return place.reportAtMember(
        'unknown-key',
        `${quoted(member)} is not a key of ${place.holder()}`,
        member,
        suggestName(member, Object.keys(schema.properties ?? {}), 'key'),
      );
    case 'propertyNames':
      if (schema.enum !== undefined)
        return place.reportAtMember(
          'unknown-key',
          `${quoted(member)} is not a known key`,
          member,
          suggestName(member, schema.enum.map(String), 'key'),
        );
      return place.reportAtMember(
        'wrong-value',
        `${quoted(member)} is not ${withArticle(schema.title ?? 'valid key')}`,
        member,
        schema.description,
      );
    case 'required':
    case 'dependentRequired':
      return place.reportAtHolder(
        'missing-key',
        `${quoted(member)} is missing from ${place.holder()}`,
        schema.properties?.[member]?.description,
      );
    case 'oneOf':
    case 'anyOf':
    case 'not':
      return wrongChoice(place, value as object, mistake.alternatives ?? []);
    case 'type':
      return wrongType(place, schema, value);
    case 'enum':
      return place.report(
        'wrong-value',
        `${place.name()} cannot be ${shown(value)}`,
        allowed(value, (schema.enum ?? []).map(String)),
      );
    case 'const':
      return place.report('wrong-value', `${place.name()} must be ${shown(schema.const)}`);
    case 'pattern':
      if (typeof value === 'string' && value.trim() === '')
        return place.report('wrong-value', `${place.name()} is an empty string`);
      return place.report(
        'wrong-value',
        `${shown(value)} is not ${withArticle(schema.title ?? 'valid value')}`,
        schema.description ?? `it must match ${schema.pattern ?? ''}`,
      );
    case 'format':
      return place.report(
        'wrong-value',
        `${shown(value)} ${patternFault(String(value)) ?? 'is not a regular expression'}`,
      );
    case 'uniqueItems': {
      const [first, second] = mistake.pair ?? [0, 0];
      return place.report('wrong-value', `entries ${first + 1} and ${second + 1} of ${place.name()} are the same`);
    }
    case 'minItems':
    case 'minProperties':
      return place.report('wrong-value', `${place.name()} is empty`, schema.description);
    case 'maxProperties':
      return place.report('wrong-value', `${place.name()} has too many entries`, schema.description);
    case 'minimum':
      return outOfRange(place, mistake, `at least ${schema.minimum ?? ''}`);
    case 'maximum':
      return outOfRange(place, mistake, `at most ${schema.maximum ?? ''}`);
    case 'exclusiveMinimum':
      return place.report('wrong-value', `${place.name()} must be more than ${schema.exclusiveMinimum ?? ''}`);
    default:
      throw new TypeError(`no message for the keyword ${mistake.keyword}`);
  }
}

function outOfRange(place: Place, { schema, value, label }: Mistake, range: string): void {
  const message =
    schema.title === undefined
      ? `${place.name()} must be ${range}`
      : `${label}: ${shown(value)} is not ${withArticle(schema.title)}`;
  return place.report('wrong-value', message);
}

/** Reports an object with none of the alternatives, or with several that exclude each other: `text` and `base64`. */
function wrongChoice(place: Place, value: object, alternatives: readonly (readonly string[])[]): void {
  const given = alternatives.filter((names) => names.every((name) => name in value));
  if (given.length === 0) {
    const names = alternatives.map((item) => item.map(quoted).join(' and ')).join(' or ');
    return place.reportAtHolder('missing-key', `${names} is missing from ${place.holder()}`, 'write one of them');
  }
  const names = given.flat();
  const message = `${place.holder()} has both ${names.map(quoted).join(' and ')}`;
  return place.reportAtMember('wrong-value', message, names.at(-1) ?? '', 'remove one of them');
}

function wrongType(place: Place, schema: QuotedSchema, value: unknown): void {
  const expected = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? []);
  const noun =
    expected.length === 1 && expected[0] === 'string' && schema.title !== undefined
      ? withArticle(schema.title)
      : expected.map((type) => TYPE_NOUNS[type] ?? type).join(' or ');
  const spelling = place.spelling();
  if (value === null && (spelling ?? '') === '')
    return place.report('wrong-type', `${place.name()} has no value`, `write ${noun}, or remove the key`);
  if (expected.includes('string') && (typeof value === 'number' || typeof value === 'boolean' || value === null)) {
    const text = spelling ?? String(value);
    const kind = value === null ? 'null' : `a ${typeof value}`;
    return place.report(
      'unquoted',
      `${place.name()} must be ${withArticle(schema.title ?? 'string')}, but YAML reads ${text} without quotes as ${kind}`,
      `quote it: "${text}"`,
    );
  }
  const hint =
    schema.title === 'secret'
      ? schema.description
      : typeof value !== 'string'
        ? undefined
        : expected.includes('array')
          ? `write a list: [${value}]`
          : expected.some((type) => fitsUnquoted(value, type))
            ? 'remove the quotes'
            : undefined;
  return place.report('wrong-type', `${place.name()} must be ${noun}, got ${nounOf(value)}`, hint);
}

/** Whether YAML reads the text without quotes as a value of this type. */
function fitsUnquoted(text: string, type: string): boolean {
  if (type === 'boolean') return text === 'true' || text === 'false';
  const isNumber = text.trim() !== '' && Number.isFinite(Number(text));
  return isNumber && (type === 'number' || (type === 'integer' && Number.isInteger(Number(text))));
}

function nounOf(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'a map';
  return shown(value);
}

function allowed(value: unknown, words: readonly string[]): string {
  const near = typeof value === 'string' ? nearestName(value, words) : undefined;
  const list = `one of ${words.join(', ')}`;
  return near === undefined ? list : `did you mean ${quoted(near)}? ${list}`;
}

function quoted(text: string): string {
  return JSON.stringify(text);
}

/** A value in a message: short, on one line. */
function shown(value: unknown): string {
  const text = maskSecrets(JSON.stringify(value) ?? String(value));
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}
