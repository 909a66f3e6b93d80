/** Parses YAML into plain data with the offset of every key and value, and reports everything that JSON cannot express. */
import { omitUndefined } from '../model/objects.ts';
import type { Json } from '../model/json.ts';
import type { ProblemCode } from './problem-list.ts';
import { createRequire } from 'node:module';
import type { Alias, Document, Node, Pair, ParsedNode, Scalar, YAMLError, YAMLMap, YAMLSeq } from 'yaml';

type Key = string | number;

/** Offsets of one map or list, and of the keys and values in it. */
export interface YamlOffsets {
  readonly start: number;
  /**
   * Three for each key, in the order of the file: start of the key, start and end of its value. The last two are equal for an empty value,
   * and the key of a list entry is its value.
   */
  readonly offsets: readonly number[];
  /** Keys in the order of `offsets`; absent if that is the order of the object itself. */
  readonly names?: readonly string[];
}

export type YamlPlaces = Map<object, YamlOffsets>;

export interface ValuePlace {
  readonly key: number;
  readonly value: number;
  readonly end: number;
}

export function valuePlace(places: YamlPlaces, parent: object, member: Key): ValuePlace | undefined {
  const place = places.get(parent);
  if (place === undefined) return undefined;
  // The last one wins if a key is repeated.
  const index = Array.isArray(parent) ? Number(member) : keysOfPlace(place, parent).lastIndexOf(String(member));
  const [key, value, end] = place.offsets.slice(index * 3, index * 3 + 3);
  return index < 0 || key === undefined || value === undefined || end === undefined ? undefined : { key, value, end };
}

export function keysOfPlace(place: YamlOffsets, parent: object): readonly string[] {
  return place.names ?? Object.keys(parent);
}

/** Maximum number of values, more than any hand-written file has: stops aliases that multiply. */
const MAX_VALUES = 200_000;
/** Maximum depth, more than any valid file has. */
const MAX_DEPTH = 60;

/** A problem at an offset. */
export interface YamlFault {
  readonly code: ProblemCode;
  readonly message: string;
  readonly offset: number;
  readonly hint?: string;
  /** The data is reliable in spite of it. */
  readonly harmless?: true;
}

export interface YamlResult {
  /** Undefined if it is absent or unreliable. */
  readonly data: Json | undefined;
  readonly places: YamlPlaces;
  readonly faults: readonly YamlFault[];
}

let parser: typeof import('yaml') | undefined;

/** Loaded on first use: most runs read only cached files. */
function yaml(): typeof import('yaml') {
  return (parser ??= createRequire(import.meta.url)('yaml') as typeof import('yaml'));
}

/** Parsed documents by text, of this reading of all files and the previous one; absent unless files are read again. */
let parsed: readonly [Map<string, Document.Parsed>, ReadonlyMap<string, Document.Parsed>] | undefined;

/** Call before all files are read again; unchanged files are not parsed again. */
export function startRereading(): void {
  parsed = [new Map(), parsed?.[0] ?? new Map()];
}

function documentOf(text: string): Document.Parsed {
  const cached = parsed?.[0].get(text) ?? parsed?.[1].get(text);
  const document = cached ?? parse(text);
  parsed?.[0].set(text, document);
  return document;
}

/** Hides the environment: the parser reads it for every token to look for a debug flag, a tenth of the time. */
function parse(text: string): Document.Parsed {
  const { parseDocument } = yaml();
  const { env } = process;
  process.env = {};
  try {
    return parseDocument(text, {
      version: '1.2',
      schema: 'core',
      stringKeys: true,
      resolveKnownTags: false,
      prettyErrors: false,
      // With 'silent' the parser would ignore a second document.
      logLevel: 'error',
    });
  } finally {
    process.env = env;
  }
}

export function parseYaml(text: string): YamlResult {
  const places: YamlPlaces = new Map();
  let document: Document.Parsed;
  try {
    document = documentOf(text);
  } catch (error) {
    // The parser overflows the stack on extreme nesting; no other exception is known.
    const reason = error instanceof Error ? error.message : String(error);
    return {
      data: undefined,
      places,
      faults: [{ code: 'yaml-syntax', message: `not valid YAML: ${lowerFirst(reason)}`, offset: 0 }],
    };
  }
  const faults = [...syntaxFaults(text, document)];
  const root = document.contents;
  const data = root === null ? undefined : new Converter(places, faults).convert(root);
  return { data, places, faults };
}

/**
 * Only the first syntax error is reported, since the parser then reports its consequences, such as repeated keys.
 * Repeated keys, tags and directives alone do not disturb it, and all of them are reported.
 */
function syntaxFaults(text: string, document: Document.Parsed): readonly YamlFault[] {
  const faults: YamlFault[] = [];
  const first = document.errors
    .filter(({ code }) => code !== 'DUPLICATE_KEY')
    .reduce<YAMLError | undefined>((a, b) => (a === undefined || b.pos[0] < a.pos[0] ? b : a), undefined);
  for (const { code, pos } of document.errors) {
    if (code === 'DUPLICATE_KEY' && first === undefined)
      faults.push({
        code: 'yaml-duplicate-key',
        message: 'duplicate key',
        offset: pos[0],
        hint: 'remove one of the two',
        harmless: true,
      });
  }
  if (first !== undefined) faults.push(syntaxFault(text, first.code, first.message, Math.max(0, first.pos[0])));
  for (const { code, message, pos } of document.warnings) {
    if (code === 'TAG_RESOLVE_FAILED') faults.push({ code: 'yaml-tag', ...TAG, offset: pos[0], harmless: true });
    else if (code === 'BAD_DIRECTIVE')
      faults.push({ code: 'yaml-directive', message: lowerFirst(message), offset: pos[0], harmless: true });
    else if (first === undefined) faults.push(syntaxFault(text, code, message, pos[0]));
  }
  const directive = /^%/m.exec(text);
  if (directive !== null && document.directives.yaml.explicit === true) {
    faults.push({
      code: 'yaml-directive',
      message: 'YAML directives are not supported',
      offset: directive.index,
      hint: 'remove the line',
      harmless: true,
    });
  }
  return faults;
}

const TAG = { message: 'YAML tags are not supported', hint: 'write a plain value' };
const TAB = { code: 'yaml-tab', message: 'a tab indents this line', hint: 'indent with spaces' } as const;

function syntaxFault(text: string, code: string, message: string, offset: number): YamlFault {
  switch (code) {
    case 'TAB_AS_INDENT':
      return { ...TAB, offset };
    case 'MULTIPLE_DOCS':
      return {
        code: 'yaml-several-documents',
        message: 'a second document begins here',
        offset,
        hint: 'a file must have one document: remove the ---',
      };
    case 'NON_STRING_KEY':
      return { code: 'yaml-key', message: 'a key must be a plain string', offset };
    case 'TAG_RESOLVE_FAILED':
      return { code: 'yaml-tag', ...TAG, offset };
    case 'RESOURCE_EXHAUSTION':
      return { code: 'yaml-depth', message: 'nested too deep', offset };
    default: {
      const tab = tabBy(text, offset);
      if (tab !== undefined) return { ...TAB, offset: tab };
      const hint = code === 'BLOCK_AS_IMPLICIT_KEY' ? { hint: 'quote strings that contain a colon and a space' } : {};
      return { code: 'yaml-syntax', message: `not valid YAML: ${lowerFirst(message)}`, offset, ...hint };
    }
  }
}

/**
 * Tabs break lists, flow collections and keys under other codes: a tab in the indentation of this line, or of the next.
 */
function tabBy(text: string, offset: number): number | undefined {
  const from = text.lastIndexOf('\n', offset - 1) + 1;
  const tab = /^(?:.*\n)?? *\t/.exec(text.slice(from));
  return tab === null ? undefined : from + tab[0].length - 1;
}

/** Converts nodes to plain data, and reports everything that JSON cannot express. */
class Converter {
  readonly #places: YamlPlaces;
  readonly #faults: YamlFault[];
  readonly #anchors = new Map<string, { readonly value: Json; readonly count: number } | 'open'>();
  #count = 0;
  #stopped = false;

  constructor(places: YamlPlaces, faults: YamlFault[]) {
    this.#places = places;
    this.#faults = faults;
  }

  convert(root: ParsedNode): Json | undefined {
    const value = this.#value(root, 0);
    return this.#stopped ? undefined : value;
  }

  #value(node: Node | null, depth: number): Json {
    if (node === null || this.#stopped) return null;
    this.#count += 1;
    const { isAlias, isScalar } = yaml();
    if (isAlias(node)) return this.#alias(node);
    const { anchor } = node as Scalar | YAMLMap | YAMLSeq;
    const before = this.#count;
    if (anchor !== undefined) this.#anchors.set(anchor, 'open');
    const value = isScalar(node) ? this.#scalar(node) : this.#collection(node as YAMLMap | YAMLSeq, depth + 1);
    if (anchor !== undefined) this.#anchors.set(anchor, { value, count: this.#count - before + 1 });
    return value;
  }

  #alias(node: Alias): Json {
    const source = this.#anchors.get(node.source);
    if (source === undefined) {
      this.#fault(
        'yaml-alias',
        `the alias *${node.source} is not defined`,
        node,
        'write the value instead of the alias',
      );
      return null;
    }
    if (source === 'open')
      return this.#stop(
        'yaml-alias',
        `the alias *${node.source} is circular`,
        node,
        'write the value instead of the alias',
      );
    this.#count += source.count;
    if (this.#count > MAX_VALUES)
      return this.#stop(
        'yaml-alias',
        `the aliases expand to more than ${MAX_VALUES} values`,
        node,
        'write the values instead of the aliases',
      );
    return source.value;
  }

  #scalar(node: Scalar): Json {
    const { value } = node;
    if (typeof value === 'number') {
      if (!Number.isFinite(value))
        this.#fault('yaml-infinite', 'infinity and not-a-number are not allowed', node, 'quote it if it is a string');
      else if (Number.isInteger(value) && !Number.isSafeInteger(value))
        this.#fault('yaml-number', 'the number is too large to be exact', node, 'quote it');
      return value;
    }
    return typeof value === 'string' || typeof value === 'boolean' ? value : null;
  }

  #collection(node: YAMLMap | YAMLSeq, depth: number): Json {
    if (depth > MAX_DEPTH) return this.#stop('yaml-depth', `nested more than ${MAX_DEPTH} levels deep`, node);
    if (yaml().isSeq(node)) {
      const items: Json[] = [];
      const offsets: number[] = [];
      for (const item of node.items as Node[]) addOffsets(offsets, item, item);
      this.#places.set(items, { start: startOf(node), offsets });
      for (const item of node.items as Node[]) items.push(this.#value(item, depth));
      return items;
    }
    const object: Record<string, Json> = {};
    const pairs = ((node as YAMLMap).items as Pair<Node, Node | null>[]).filter(
      (pair): pair is Pair<Scalar, Node | null> => yaml().isScalar(pair.key),
    );
    const names = pairs.map((pair) => String(pair.key.value));
    const offsets: number[] = [];
    for (const { key, value } of pairs) addOffsets(offsets, key, value);
    this.#places.set(object, { start: startOf(node), offsets, names });
    for (const [index, { key, value }] of pairs.entries()) {
      const name = names[index] ?? '';
      if (name === '<<') this.#fault('yaml-merge-key', 'merge keys (<<) are not supported', key, 'write the keys out');
      else if (name === '__proto__')
        Object.defineProperty(object, name, {
          value: this.#value(value, depth),
          enumerable: true,
          configurable: true,
          writable: true,
        });
      else object[name] = this.#value(value, depth);
    }
    return object;
  }

  #stop(code: ProblemCode, message: string, node: Node, hint?: string): null {
    this.#stopped = true;
    this.#fault(code, message, node, hint);
    return null;
  }

  #fault(code: ProblemCode, message: string, node: Node, hint?: string): void {
    this.#faults.push({ code, message, offset: startOf(node), ...omitUndefined({ hint }) });
  }
}

function startOf(node: Node): number {
  return node.range?.[0] ?? 0;
}

function addOffsets(offsets: number[], key: Node, value: Node | null): void {
  const at = startOf(key);
  offsets.push(at, value?.range?.[0] ?? at, value?.range?.[1] ?? at);
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
