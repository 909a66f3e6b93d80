/** Detects and masks secrets in texts: PEM blocks, JSON web tokens, and long random tokens. */

const PEM = /-----BEGIN [A-Z0-9 ]*-----/;
/** Up to the end of the text if the block is not closed. */
const PEM_WHOLE = /-----BEGIN [A-Z0-9 ]*-----(?:[^]*?-----END [A-Z0-9 ]*-----|[^]*$)/g;
/** Bounded, so that a file with a million prefixes is scanned quickly. */
const JWT = /\beyJ[A-Za-z0-9_-]{8,2048}\.[A-Za-z0-9_-]{4,}(?:\.[A-Za-z0-9_-]*)?/;
const LONG = /[A-Za-z0-9+/_=-]{32,}/g;
/** A path begins with words before the first separator. Random base64 contains slashes, but almost never words. */
const PATH =
  /^(?:[A-Za-z]:[\\/]|~[\\/]|\.{1,2}[\\/]|(?:[\\/][A-Za-z]?[a-z]+|[A-Za-z]?[a-z]{3,})(?:[-_.][A-Za-z0-9]+)*[\\/])/;
const WORD = /^(?:[A-Za-z]?[a-z]+|[A-Z]+|\d+)$/;
/** Longest random suffix of a temporary folder (`mkdtemp`: 6). Keys are longer. */
const TEMPORARY = 7;
const KEY = 24;
/** A digest with its algorithm is public: containers and packages have such names. */
const DIGEST = /^(?:md5|sha-?\d{1,3})[:=-][0-9a-f]{32,128}$/i;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export type SecretKind = 'PEM block' | 'JSON web token' | 'long token';

export interface FoundSecret {
  readonly kind: SecretKind;
  readonly start: number;
  readonly end: number;
}

/** Finds PEM blocks and JSON web tokens, in comments too. */
export function findMarkedSecret(text: string): FoundSecret | undefined {
  const pem = PEM.exec(text);
  if (pem !== null) return { kind: 'PEM block', start: pem.index, end: pem.index + pem[0].length };
  const jwt = JWT.exec(text);
  if (jwt !== null) return { kind: 'JSON web token', start: jwt.index, end: jwt.index + jwt[0].length };
  return undefined;
}

/**
 * Finds a long run of letters and digits without the shape of words: an API key, a bare token, hexadecimal key
 * material. URLs, hyphenated names, UUIDs and digests with their algorithm are not secrets. Paths are not secrets
 * either, unless a part is as long as a key.
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

/** Whether a text looks like the name of a file: it begins like a path, or has an extension. */
export function isLikeFileName(text: string): boolean {
  return PATH.test(text) || /^[^]*[^.\\/]\.[A-Za-z]\w{0,9}$/.test(text);
}

function holdsKey(run: string): boolean {
  const random = run.split(/[/_-]/).filter((piece) => piece.length > TEMPORARY && !WORD.test(piece));
  const text = random.join('');
  return text.length >= KEY && looksRandom(text);
}

function looksRandom(run: string): boolean {
  if (!/\d/.test(run) || !/[A-Za-z]/.test(run)) return false;
  const digits = run.replaceAll(/\D/g, '').length;
  const hexadecimal = /^[0-9a-f]+$/i.test(run);
  // Names are words joined by separators; random text changes often between cases and digits.
  const changes = run.match(/[a-z](?=[A-Z0-9])|[A-Z](?=[0-9])|[0-9](?=[A-Za-z])/g)?.length ?? 0;
  return hexadecimal ? digits >= 4 : changes >= run.length / 8;
}

/** Replaces each character of PEM blocks and tokens by an asterisk, so that positions stay the same. */
export function maskSecrets(text: string): string {
  return text.replaceAll(PEM_WHOLE, asterisks).replaceAll(new RegExp(JWT, 'g'), asterisks);
}

function asterisks(secret: string): string {
  return secret.replaceAll(/[^\n]/g, '*');
}
