/** Reports secrets in a target and its waivers: these files are shared, committed and printed, and so are their comments. */
import { isMap, type Json } from '../model/json.ts';
import { SECRET_HEADERS } from '../model/jwt.ts';
import { findLongToken, findMarkedSecret, isLikeFileName } from './secrets.ts';
import type { YamlDocument } from './yaml-document.ts';

/** Properties with long random values that are not secrets: key ids are often thumbprints. */
const PUBLIC = new Set(['kid', 'link']);

/** Properties whose values are file names, which may be any text. */
const FILES = new Set(['file', 'waivers']);

/** Properties of services and of the connection that refer to a secret. */
const KEPT = new Set(['key', 'password', 'passphrase', 'secret', 'privateKey', 'bearer', 'otherBearer']);

/** Properties of services that contain headers. */
const HEADERS = new Set(['headers', 'partyHeaders']);

const HINT = 'remove it, rotate the secret, and refer to it: { env: NAME } or { file: path }';
const HEADER_HINT = 'remove it, rotate the secret, and read it from the environment: ${env:NAME}';

/** Reports secrets; returns whether there is one. */
export function checkNoSecrets(document: YamlDocument): boolean {
  // The lines of a PEM block are long tokens too: report it once.
  if (checkNoMarkedSecrets(document)) return true;
  const before = document.problemCount;
  if (document.data !== undefined) checkTexts(document, document.data);
  if (isMap(document.data))
    for (const part of ['services', 'connection']) checkPlaces(document, document.data[part] as Json | undefined);
  return document.problemCount > before;
}

/** Short keys and passwords look like any other text: their place identifies them. */
function checkPlaces(document: YamlDocument, value: Json | undefined, areHeaders = false): void {
  if (!isMap(value)) return;
  for (const [name, member] of Object.entries(value) as [string, Json][]) {
    // Names of records and of their fields come from the service.
    if (!areHeaders && name === 'records') continue;
    if (isMap(member)) checkPlaces(document, member, areHeaders || HEADERS.has(name));
    else if (areHeaders ? isSecretHeader(name, member) : isKept(name, member))
      // Without the source line, which contains the secret.
      document.reportUnquoted(
        'secret-in-file',
        `${name} contains a secret`,
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

/** The name of a file or variable in the wrong form is not a secret. */
function isKept(name: string, value: Json): boolean {
  return typeof value === 'string' && KEPT.has(name) && isWritten(value) && !isLikeFileName(value);
}

function isWritten(text: string): boolean {
  return text !== '' && !text.includes('${') && findLongToken(text) === undefined;
}

/** Reports PEM blocks and tokens only, for files whose texts may contain hashes. */
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
      // Without the source line, which contains the secret.
      document.reportUnquoted('secret-in-file', 'a long token does not belong in this file', value, key, 'value', HINT);
    }
  }
}

function isPublic(key: string, text: string): boolean {
  return PUBLIC.has(key) || (FILES.has(key) && isLikeFileName(text));
}
