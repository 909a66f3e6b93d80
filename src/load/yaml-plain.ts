/**
 * Reads the plain part of YAML that nearly all of our files keep to: block maps and lists, flow maps and lists,
 * plain and quoted texts on one line, comments.
 *
 * It is here for speed alone: a run, a lint and every test worker begin by reading all files, and the full parser
 * takes ten times as long. It never judges. Whatever it does not know for certain, every mistake included, makes it
 * give up, and the full parser (`yaml-full.ts`) reads the file from the start. Tests hold the two against each other,
 * data and offsets, on all files of the project and on random mutations of them.
 */
import type { Json } from './model.ts';
import type { Places } from './places.ts';
import type { YamlRead } from './yaml-full.ts';
import { DOUBLE_QUOTED, FLOW_PLAIN, KEY, PLAIN, SINGLE_QUOTED, plainValue, unescape } from './yaml-scalars.ts';

/** The content of the file, or nothing where it needs the full parser. */
export function readPlainYaml(text: string): YamlRead | undefined {
  // Tabs, carriage returns and other control characters, document marks, directives.
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  if (/[\u0000-\u0009\u000b-\u001f\u007f\ufeff]|^(?:---|\.\.\.|%)/m.test(text)) return undefined;
  try {
    return new PlainReader(text).read();
  } catch (error) {
    if (error === GIVE_UP) return undefined;
    throw error;
  }
}

/** Thrown as it is, without a stack: giving up is no error. */
const GIVE_UP = Symbol('give up');
const MAX_DEPTH = 50;

interface Scalar {
  readonly value: Json;
  readonly start: number;
  readonly end: number;
}

/** Keys that objects do not keep in the order in which they were set. */
const INDEX = /^\d+$/;

class PlainReader {
  readonly #text: string;
  readonly #places: Places = new Map();
  #at = 0;
  /** Indentation of the line at `#at`, once an entry has been read; -1 at the end. */
  #next = -1;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(): YamlRead {
    const indent = this.#nextLine();
    if (indent !== 0) throw GIVE_UP;
    const data = this.#block(0).value;
    if (this.#at < this.#text.length) throw GIVE_UP;
    return { data, places: this.#places, faults: [] };
  }

  // ------------------------------------------------------------------------------------------- lines

  /** Goes to the first character of the next line that says something; its indentation, or -1 at the end. */
  #nextLine(): number {
    const text = this.#text;
    for (;;) {
      const start = this.#at;
      let at = start;
      while (text.charCodeAt(at) === SPACE) at += 1;
      const code = text.charCodeAt(at);
      if (at >= text.length) {
        this.#at = at;
        return -1;
      }
      if (code !== NEWLINE && code !== HASH) {
        this.#at = at;
        return at - start;
      }
      const end = text.indexOf('\n', at);
      this.#at = end === -1 ? text.length : end + 1;
    }
  }

  /** After a value: nothing may follow on its line but a comment. Goes to the next line that says something. */
  #endOfLine(): number {
    const text = this.#text;
    const before = this.#at;
    while (text.charCodeAt(this.#at) === SPACE) this.#at += 1;
    const code = text.charCodeAt(this.#at);
    if (this.#at < text.length && code !== NEWLINE) {
      if (code !== HASH || this.#at === before) throw GIVE_UP;
      const end = text.indexOf('\n', this.#at);
      this.#at = end === -1 ? text.length : end;
    }
    if (this.#at < text.length) this.#at += 1;
    return this.#nextLine();
  }

  // ------------------------------------------------------------------------------------------- blocks

  /** A block map or list whose first entry stands here, at the given indentation. */
  #block(indent: number): Scalar {
    if ((this.#depth += 1) > MAX_DEPTH) throw GIVE_UP;
    const result = this.#isDash(this.#at) ? this.#blockList(indent) : this.#blockMap(indent);
    this.#depth -= 1;
    return result;
  }

  #isDash(at: number): boolean {
    const next = this.#text.charCodeAt(at + 1);
    return this.#text.charCodeAt(at) === DASH && (next === SPACE || next === NEWLINE || at + 1 >= this.#text.length);
  }

  #blockMap(indent: number): Scalar {
    const object: Record<string, Json> = {};
    const start = this.#at;
    const offsets = this.#open(object, start);
    let end = this.#at;
    for (;;) {
      const key = this.#key();
      const value = this.#entry(indent, this.#at, true);
      set(object, key.value as string, value.value);
      offsets.push(key.start, value.start, value.end);
      end = value.end;
      const next = this.#next;
      if (next < indent) break;
      if (next > indent || this.#isDash(this.#at)) throw GIVE_UP;
    }
    return { value: object, start, end };
  }

  #blockList(indent: number): Scalar {
    const list: Json[] = [];
    const start = this.#at;
    const offsets = this.#open(list, start);
    let end = this.#at;
    for (;;) {
      this.#at += 1;
      const item = this.#entry(indent, this.#at, false);
      list.push(item.value);
      offsets.push(item.start, item.start, item.end);
      end = item.end;
      const next = this.#next;
      // A list may stand at the indentation of the map whose member it is; that map then goes on.
      if (next < indent || (next === indent && !this.#isDash(this.#at))) break;
      if (next > indent) throw GIVE_UP;
    }
    return { value: list, start, end };
  }

  /** What follows `key:` or `-`. The indentation of the line after it is then in `#next`. */
  #entry(indent: number, from: number, ofMap: boolean): Scalar {
    const text = this.#text;
    while (text.charCodeAt(this.#at) === SPACE) this.#at += 1;
    const code = text.charCodeAt(this.#at);
    if (this.#at >= text.length || code === NEWLINE || (code === HASH && this.#at > from)) {
      const next = (this.#next = this.#endOfLine());
      // A block goes to the line after it by itself.
      if (next > indent || (ofMap && next === indent && this.#isDash(this.#at))) return this.#block(next);
      return { value: null, start: from, end: from };
    }
    // `- key: value` and `- - value`: a block that begins in the middle of a line.
    if (!ofMap && this.#startsBlock()) return this.#block(this.#at - this.#lineStart());
    const value = this.#inline(indent, code);
    this.#next = this.#endOfLine();
    // A longer indentation would continue a plain text.
    if (this.#next > indent) throw GIVE_UP;
    return value;
  }

  #lineStart(): number {
    return this.#text.lastIndexOf('\n', this.#at - 1) + 1;
  }

  /** Whether a map or a list begins here, within a list entry. */
  #startsBlock(): boolean {
    const code = this.#text.charCodeAt(this.#at);
    if (this.#isDash(this.#at)) return true;
    if (code === OPEN_MAP || code === OPEN_LIST) return false;
    const at = this.#at;
    if (code === DOUBLE || code === SINGLE) this.#quoted(code);
    else {
      KEY.lastIndex = at;
      const match = KEY.exec(this.#text);
      this.#at = match === null ? at : KEY.lastIndex;
      if (match === null) return false;
    }
    const isKey = this.#isColon(this.#at);
    this.#at = at;
    return isKey;
  }

  /** A key and its colon. */
  #key(): Scalar {
    const start = this.#at;
    const code = this.#text.charCodeAt(start);
    let value: string;
    let end: number;
    if (code === DOUBLE || code === SINGLE) {
      const quoted = this.#quoted(code);
      value = quoted.value as string;
      end = quoted.end;
    } else {
      KEY.lastIndex = start;
      const match = KEY.exec(this.#text);
      if (match === null) throw GIVE_UP;
      value = match[0];
      end = this.#at = KEY.lastIndex;
    }
    if (!this.#isColon(this.#at) || end - start > 1000) throw GIVE_UP;
    this.#at += 1;
    return { value, start, end };
  }

  /** A colon that ends a key: nothing, a space or the end of the line follows. */
  #isColon(at: number): boolean {
    const next = this.#text.charCodeAt(at + 1);
    return this.#text.charCodeAt(at) === COLON && (next === SPACE || next === NEWLINE || at + 1 >= this.#text.length);
  }

  // ------------------------------------------------------------------------------------------- values

  #inline(indent: number, code: number): Scalar {
    if (code === DOUBLE || code === SINGLE) return this.#quoted(code);
    if (code === OPEN_MAP || code === OPEN_LIST) return this.#flow(indent);
    PLAIN.lastIndex = this.#at;
    const match = PLAIN.exec(this.#text);
    if (match === null) throw GIVE_UP;
    return this.#plain(match[0]);
  }

  #plain(source: string): Scalar {
    const start = this.#at;
    const value = plainValue(source);
    if (value === undefined) throw GIVE_UP;
    this.#at += source.length;
    return { value, start, end: this.#at };
  }

  #quoted(quote: number): Scalar {
    const start = this.#at;
    const pattern = quote === DOUBLE ? DOUBLE_QUOTED : SINGLE_QUOTED;
    pattern.lastIndex = start;
    const match = pattern.exec(this.#text);
    if (match === null) throw GIVE_UP;
    const inner = match[0].slice(1, -1);
    this.#at = pattern.lastIndex;
    const value = quote === SINGLE ? inner.replaceAll("''", "'") : inner.includes('\\') ? unescape(inner) : inner;
    return { value, start, end: this.#at };
  }

  #flow(indent: number): Scalar {
    if ((this.#depth += 1) > MAX_DEPTH) throw GIVE_UP;
    const start = this.#at;
    const isMap = this.#text.charCodeAt(start) === OPEN_MAP;
    const value: Record<string, Json> | Json[] = isMap ? {} : [];
    const close = isMap ? CLOSE_MAP : CLOSE_LIST;
    const offsets = this.#open(value, start);
    this.#at += 1;
    for (;;) {
      this.#flowSpace(indent);
      if (this.#text.charCodeAt(this.#at) === close) break;
      const key = isMap ? this.#flowKey() : undefined;
      if (isMap) this.#flowSpace(indent);
      const item = this.#flowValue(indent);
      if (key === undefined) (value as Json[]).push(item.value);
      else set(value as Record<string, Json>, key.value as string, item.value);
      offsets.push(key?.start ?? item.start, item.start, item.end);
      this.#flowSpace(indent);
      const code = this.#text.charCodeAt(this.#at);
      if (code === close) break;
      if (code !== COMMA) throw GIVE_UP;
      this.#at += 1;
    }
    this.#at += 1;
    this.#depth -= 1;
    return { value, start, end: this.#at };
  }

  #flowKey(): Scalar {
    const start = this.#at;
    const code = this.#text.charCodeAt(start);
    if (code === DOUBLE || code === SINGLE) {
      const quoted = this.#quoted(code);
      if (!this.#isColon(this.#at)) throw GIVE_UP;
      this.#at += 1;
      return quoted;
    }
    FLOW_PLAIN.lastIndex = start;
    const match = FLOW_PLAIN.exec(this.#text);
    if (match === null || !this.#isColon(FLOW_PLAIN.lastIndex)) throw GIVE_UP;
    this.#at = FLOW_PLAIN.lastIndex + 1;
    return { value: match[0], start, end: FLOW_PLAIN.lastIndex };
  }

  #flowValue(indent: number): Scalar {
    const code = this.#text.charCodeAt(this.#at);
    if (code === DOUBLE || code === SINGLE) return this.#quoted(code);
    if (code === OPEN_MAP || code === OPEN_LIST) return this.#flow(indent);
    FLOW_PLAIN.lastIndex = this.#at;
    const match = FLOW_PLAIN.exec(this.#text);
    if (match === null) throw GIVE_UP;
    return this.#plain(match[0]);
  }

  /** Spaces and line ends within a flow collection; its lines have to be indented further than what it is in. */
  #flowSpace(indent: number): void {
    const text = this.#text;
    for (;;) {
      const code = text.charCodeAt(this.#at);
      if (code === SPACE) this.#at += 1;
      else if (code === NEWLINE) {
        this.#at += 1;
        const start = this.#at;
        while (text.charCodeAt(this.#at) === SPACE) this.#at += 1;
        if (text.charCodeAt(this.#at) === NEWLINE || this.#at - start <= indent) throw GIVE_UP;
      } else return;
    }
  }

  #open(value: object, start: number): number[] {
    const offsets: number[] = [];
    this.#places.set(value, { start, offsets });
    return offsets;
  }
}

/** A key that stands a second time, or means something to YAML or to JavaScript, is for the full parser. */
function set(object: Record<string, Json>, name: string, value: Json): void {
  if (Object.hasOwn(object, name) || name === '<<' || name === '__proto__' || INDEX.test(name)) throw GIVE_UP;
  object[name] = value;
}

const NEWLINE = 10;
const SPACE = 32;
const DOUBLE = 34;
const HASH = 35;
const SINGLE = 39;
const COMMA = 44;
const DASH = 45;
const COLON = 58;
const OPEN_LIST = 91;
const CLOSE_LIST = 93;
const OPEN_MAP = 123;
const CLOSE_MAP = 125;
