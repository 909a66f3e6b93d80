/** Parses YAML into plain data with the offset of every key and value, and reports everything that JSON cannot express. */
import { defined } from '../record/defined.ts';
import type { Json } from '../record/json.ts';
import type { ProblemCode } from './problem-list.ts';
import { createRequire } from 'node:module';
import type { Alias, Document, Node, Pair, ParsedNode, Scalar, YAMLError, YAMLMap, YAMLSeq } from 'yaml';

type Key = string | number;

/** Of one map or list: where it begins, and where each member's key and value stand. */
export interface YamlPlace {
  readonly start: number;
  /**
   * Three for each member, in the order in which they are written: start of its key, start and end of its value.
   * The two are equal for a value that is not written at all, and the key of a list entry is its value.
   */
  readonly offsets: readonly number[];
  /** Keys in the order of `offsets`; absent where that is the order of the object's own. */
  readonly names?: readonly string[];
}

export type Places = Map<object, YamlPlace>;

export interface MemberPlace {
  readonly key: number;
  readonly value: number;
  readonly end: number;
}

export function memberPlace(places: Places, parent: object, member: Key): MemberPlace | undefined {
  const place = places.get(parent);
  if (place === undefined) return undefined;
  // The last one wins where a key stands twice.
  const index = Array.isArray(parent) ? Number(member) : namesOf(place, parent).lastIndexOf(String(member));
  const [key, value, end] = place.offsets.slice(index * 3, index * 3 + 3);
  return index < 0 || key === undefined || value === undefined || end === undefined ? undefined : { key, value, end };
}

export function namesOf(place: YamlPlace, parent: object): readonly string[] {
  return place.names ?? Object.keys(parent);
}

/** More values than any hand-written file has: aliases that multiply are stopped here. */
const MAX_VALUES = 200_000;
/** Deeper than any form of ours. */
const MAX_DEPTH = 60;

/** Something wrong at an offset; the document makes a problem of it. */
export interface YamlFault {
  readonly code: ProblemCode;
  readonly message: string;
  readonly offset: number;
  readonly hint?: string;
  /** The data can be relied on all the same. */
  readonly harmless?: true;
}

export interface YamlRead {
  /** `undefined` where there is nothing, or nothing that can be relied on. */
  readonly data: Json | undefined;
  readonly places: Places;
  readonly faults: readonly YamlFault[];
}

let parser: typeof import('yaml') | undefined;

/** Loaded when the first file needs it: most runs read no such file. */
function yaml(): typeof import('yaml') {
  return (parser ??= createRequire(import.meta.url)('yaml') as typeof import('yaml'));
}

/** By their text, documents of this reading of all files and of the one before; absent where nobody reads them again. */
let parsed: readonly [Map<string, Document.Parsed>, ReadonlyMap<string, Document.Parsed>] | undefined;

/** All files will be read again: those that have not changed by then are not parsed again. */
export function readAgain(): void {
  parsed = [new Map(), parsed?.[0] ?? new Map()];
}

function documentOf(text: string): Document.Parsed {
  const known = parsed?.[0].get(text) ?? parsed?.[1].get(text);
  const document = known ?? parse(text);
  parsed?.[0].set(text, document);
  return document;
}

/**
 * For each word the parser asks the environment whether to print it: asking takes a tenth of the whole reading, and what it prints would
 * stand in the middle of our own output.
 */
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
      // With 'silent' the parser would pass over a second document.
      logLevel: 'error',
    });
  } finally {
    process.env = env;
  }
}

export function readFullYaml(text: string): YamlRead {
  const places: Places = new Map();
  let document: Document.Parsed;
  try {
    document = documentOf(text);
  } catch (error) {
    // The parser runs out of stack on absurd nesting; nothing else is known to make it throw.
    const reason = error instanceof Error ? error.message : String(error);
    return {
      data: undefined,
      places,
      faults: [{ code: 'yaml-syntax', message: `this is not YAML: ${lowerFirst(reason)}`, offset: 0 }],
    };
  }
  const faults = [...syntaxFaults(text, document)];
  const root = document.contents;
  const data = root === null ? undefined : new Converter(places, faults).convert(root);
  return { data, places, faults };
}

/**
 * After a syntax error the parser goes on and stumbles over the consequences, so only the first one is told, and no
 * key that it takes for a second one; duplicate keys, tags and directives by themselves do not disturb it and are all told.
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
        message: 'this key stands here a second time',
        offset: pos[0],
        hint: 'keep one of the two',
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
      message: 'directives are not used here: every file is YAML 1.2',
      offset: directive.index,
      hint: 'remove the line',
      harmless: true,
    });
  }
  return faults;
}

const TAG = { message: 'tags are not used here', hint: 'write a plain value' };
const TAB = { code: 'yaml-tab', message: 'a tab indents this line', hint: 'YAML is indented with spaces' } as const;

function syntaxFault(text: string, code: string, message: string, offset: number): YamlFault {
  switch (code) {
    case 'TAB_AS_INDENT':
      return { ...TAB, offset };
    case 'MULTIPLE_DOCS':
      return {
        code: 'yaml-several-documents',
        message: 'a second document begins here',
        offset,
        hint: 'one file holds one document: remove the ---',
      };
    case 'NON_STRING_KEY':
      return { code: 'yaml-key', message: 'a key is a plain text', offset };
    case 'TAG_RESOLVE_FAILED':
      return { code: 'yaml-tag', ...TAG, offset };
    case 'RESOURCE_EXHAUSTION':
      return { code: 'yaml-depth', message: 'nested too deep', offset };
    default: {
      const tab = tabBy(text, offset);
      if (tab !== undefined) return { ...TAB, offset: tab };
      const hint = code === 'BLOCK_AS_IMPLICIT_KEY' ? { hint: 'a text with a colon and a space in it is quoted' } : {};
      return { code: 'yaml-syntax', message: `this is not YAML: ${lowerFirst(message)}`, offset, ...hint };
    }
  }
}

/** Tabs break lists, flow collections and keys too, under other codes: the tab that indents this line, or goes on with it in the next. */
function tabBy(text: string, offset: number): number | undefined {
  const from = text.lastIndexOf('\n', offset - 1) + 1;
  const tab = /^(?:.*\n)?? *\t/.exec(text.slice(from));
  return tab === null ? undefined : from + tab[0].length - 1;
}

/** Nodes to plain data; whatever JSON cannot say is a fault. */
class Converter {
  readonly #places: Places;
  readonly #faults: YamlFault[];
  readonly #anchors = new Map<string, { readonly value: Json; readonly count: number } | 'open'>();
  #count = 0;
  #stopped = false;

  constructor(places: Places, faults: YamlFault[]) {
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
      this.#fault('yaml-alias', `the alias *${node.source} names nothing`, node, 'write the value out');
      return null;
    }
    if (source === 'open')
      return this.#stop(
        'yaml-alias',
        `the alias *${node.source} stands inside what it names`,
        node,
        'write the value out',
      );
    this.#count += source.count;
    if (this.#count > MAX_VALUES)
      return this.#stop(
        'yaml-alias',
        `the aliases multiply to more than ${MAX_VALUES} values`,
        node,
        'write the values out',
      );
    return source.value;
  }

  #scalar(node: Scalar): Json {
    const { value } = node;
    if (typeof value === 'number') {
      if (!Number.isFinite(value))
        this.#fault(
          'yaml-infinite',
          'infinity and not-a-number are no values here',
          node,
          'quote it if a text is meant',
        );
      else if (Number.isInteger(value) && !Number.isSafeInteger(value))
        this.#fault('yaml-number', 'the number is too large to be kept exactly', node, 'quote it');
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
      if (name === '<<')
        this.#fault('yaml-merge-key', 'merge keys (<<) are not part of YAML 1.2', key, 'write the members out');
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
    this.#faults.push({ code, message, offset: startOf(node), ...defined({ hint }) });
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
