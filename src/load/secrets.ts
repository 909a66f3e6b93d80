/** Detects secrets in texts. A target file is shared, committed and printed, so a secret in it is a problem, even in a comment. */
import { isMap, type Json } from '../record/json.ts';
import { SECRET_HEADERS } from '../record/mask.ts';
import type { YamlDocument } from './yaml-document.ts';

const PEM = /-----BEGIN [A-Z0-9 ]*-----/;
/** To the end of the text, where the block is not closed. */
const PEM_WHOLE = /-----BEGIN [A-Z0-9 ]*-----(?:[^]*?-----END [A-Z0-9 ]*-----|[^]*$)/g;
/** Bounded, so that a file of a million beginnings is read in a moment too. */
const JWT = /\beyJ[A-Za-z0-9_-]{8,2048}\.[A-Za-z0-9_-]{4,}(?:\.[A-Za-z0-9_-]*)?/;
const LONG = /[A-Za-z0-9+/_=-]{32,}/g;
/** As a path begins: with words before the first separator. Random base64 has slashes too, and next to never that. */
const PATH =
  /^(?:[A-Za-z]:[\\/]|~[\\/]|\.{1,2}[\\/]|(?:[\\/][A-Za-z]?[a-z]+|[A-Za-z]?[a-z]{3,})(?:[-_.][A-Za-z0-9]+)*[\\/])/;
const WORD = /^(?:[A-Za-z]?[a-z]+|[A-Z]+|\d+)$/;
/** The random part of a temporary folder's name is no longer (`mkdtemp`: 6), and no key is as short. */
const TEMPORARY = 7;
const KEY = 24;
/** What says by which algorithm it was made of some content is public: containers and packages are named so. */
const DIGEST = /^(?:md5|sha-?\d{1,3})[:=-][0-9a-f]{32,128}$/i;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export type SecretKind = 'PEM block' | 'JSON web token' | 'long token';

export interface FoundSecret {
  readonly kind: SecretKind;
  readonly start: number;
  readonly end: number;
}

/** Certain marks of a secret, wherever they stand, comments included. */
export function findMarkedSecret(text: string): FoundSecret | undefined {
  const pem = PEM.exec(text);
  if (pem !== null) return { kind: 'PEM block', start: pem.index, end: pem.index + pem[0].length };
  const jwt = JWT.exec(text);
  if (jwt !== null) return { kind: 'JSON web token', start: jwt.index, end: jwt.index + jwt[0].length };
  return undefined;
}

/**
 * A long run of letters and digits without the shape of words: an API key, a bare token, hexadecimal key material.
 * Addresses, hyphenated names, UUIDs and digests that name their algorithm are none. Nor is a path, whatever random names its temporary folders have, but
 * one that holds something as long as a key.
 */
export function findLongToken(text: string): FoundSecret | undefined {
  if (/^\w+:\/\//.test(text) || UUID.test(text) || DIGEST.test(text)) return undefined;
  for (const match of text.matchAll(LONG)) {
    const run = match[0];
    const isPath = !/[+=]/.test(run) && (PATH.test(text) || PATH.test(run));
    if (isPath ? holdsKey(run) : looksRandom(run))
      return { kind: 'long token', start: match.index, end: match.index + run.length };
  }
  return undefined;
}

/** Whether a text that has to name a file does so: it begins like a path, or ends like a file. */
export function looksLikeFile(text: string): boolean {
  return PATH.test(text) || /^[^]*[^.\\/]\.[A-Za-z]\w{0,9}$/.test(text);
}

function holdsKey(run: string): boolean {
  const random = run.split(/[/_-]/).filter((piece) => piece.length > TEMPORARY && !WORD.test(piece));
  const joined = random.join('');
  return joined.length >= KEY && looksRandom(joined);
}

function looksRandom(run: string): boolean {
  if (!/\d/.test(run) || !/[A-Za-z]/.test(run)) return false;
  const digits = run.replaceAll(/\D/g, '').length;
  const hexadecimal = /^[0-9a-f]+$/i.test(run);
  // Names are words joined by separators; random text changes between cases and digits all the time.
  const changes = run.match(/[a-z](?=[A-Z0-9])|[A-Z](?=[0-9])|[0-9](?=[A-Za-z])/g)?.length ?? 0;
  return hexadecimal ? digits >= 4 : changes >= run.length / 8;
}

/** The text with PEM blocks and tokens replaced by asterisks, every character by one, so that places stay the same. */
export function maskSecrets(text: string): string {
  return text.replaceAll(PEM_WHOLE, asterisks).replaceAll(new RegExp(JWT, 'g'), asterisks);
}

function asterisks(secret: string): string {
  return secret.replaceAll(/[^\n]/g, '*');
}

/** Members whose values are long and random by nature and no secrets: key ids are often thumbprints. */
const PUBLIC = new Set(['kid', 'link']);

/** Members whose values name files, which may be called anything. */
const FILES = new Set(['file', 'waivers']);

/** Members of services and of the connection that say where a secret is kept. */
const KEPT = new Set(['key', 'password', 'passphrase', 'secret', 'privateKey', 'bearer', 'otherBearer']);

/** Members of services that hold headers. */
const HEADERS = new Set(['headers', 'partyHeaders']);

const HINT = 'remove it, treat it as leaked, and name where it is kept: { env: NAME } or { file: path }';
const HEADER_HINT = 'remove it, treat it as leaked, and take it from the environment: ${env:NAME}';

/** Whether there is one. */
export function checkNoSecrets(document: YamlDocument): boolean {
  // The lines of a PEM block are long tokens too: it is told once.
  if (checkNoMarkedSecrets(document)) return true;
  const before = document.problemCount;
  if (document.data !== undefined) checkTexts(document, document.data);
  if (isMap(document.data))
    for (const part of ['services', 'connection']) checkPlaces(document, document.data[part] as Json | undefined);
  return document.problemCount > before;
}

/** A short key or a password looks like any other text: it is known by where it stands. */
function checkPlaces(document: YamlDocument, value: Json | undefined, areHeaders = false): void {
  if (!isMap(value)) return;
  for (const [name, member] of Object.entries(value) as [string, Json][]) {
    // Members of records are called as the service calls them.
    if (!areHeaders && name === 'records') continue;
    if (isMap(member)) checkPlaces(document, member, areHeaders || HEADERS.has(name));
    else if (areHeaders ? isSecretHeader(name, member) : isKept(name, member))
      // Without the source line: that is where the secret is.
      document.reportUnquoted(
        'secret-in-file',
        `${name} holds a secret`,
        value,
        name,
        'value',
        areHeaders ? HEADER_HINT : HINT,
      );
  }
}

function isSecretHeader(name: string, value: Json): boolean {
  return typeof value === 'string' && SECRET_HEADERS.includes(name.toLowerCase()) && isWritten(value);
}

/** A file or a variable that is named in the wrong form is no secret. */
function isKept(name: string, value: Json): boolean {
  return typeof value === 'string' && KEPT.has(name) && isWritten(value) && !looksLikeFile(value);
}

function isWritten(text: string): boolean {
  return text !== '' && !text.includes('${') && findLongToken(text) === undefined;
}

/** PEM blocks and tokens alone, for files with texts that may well name a hash. */
export function checkNoMarkedSecrets(document: YamlDocument): boolean {
  let found = false;
  let offset = 0;
  for (const line of document.text.split('\n')) {
    const secret = findMarkedSecret(line);
    if (secret !== undefined) {
      found = true;
      document.reportAt('secret-in-file', `a ${secret.kind} does not belong in this file`, offset + secret.start, HINT);
    }
    offset += line.length + 1;
  }
  return found;
}

function checkTexts(document: YamlDocument, value: Json): void {
  if (typeof value !== 'object' || value === null) return;
  const entries: readonly (readonly [string | number, Json])[] = Array.isArray(value)
    ? (value as readonly Json[]).map((item, index) => [index, item] as const)
    : Object.entries(value as Readonly<Record<string, Json>>);
  for (const [key, member] of entries) {
    if (typeof member !== 'string') checkTexts(document, member);
    else if (!isPublic(String(key), member) && findLongToken(member) !== undefined) {
      // Without the source line: that is where the secret is.
      document.reportUnquoted('secret-in-file', 'a long token does not belong in this file', value, key, 'value', HINT);
    }
  }
}

function isPublic(key: string, text: string): boolean {
  return PUBLIC.has(key) || (FILES.has(key) && looksLikeFile(text));
}
