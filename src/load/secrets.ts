/** What looks like a secret in a text that must not hold one. */

const PEM = /-----BEGIN [A-Z0-9 ]*-----/;
/** To the end of the text, where the block is not closed. */
const PEM_WHOLE = /-----BEGIN [A-Z0-9 ]*-----(?:[^]*?-----END [A-Z0-9 ]*-----|[^]*$)/g;
/** Bounded, so that a file of a million beginnings is read in a moment too. */
const JWT = /\beyJ[A-Za-z0-9_-]{8,2048}\.[A-Za-z0-9_-]{4,}(?:\.[A-Za-z0-9_-]*)?/;
const LONG = /[A-Za-z0-9+/_=-]{32,}/g;
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
 * Addresses, paths, hyphenated names and UUIDs are none.
 */
export function findLongToken(text: string): FoundSecret | undefined {
  if (/^\w+:\/\//.test(text) || UUID.test(text)) return undefined;
  for (const match of text.matchAll(LONG)) {
    if (looksRandom(match[0])) return { kind: 'long token', start: match.index, end: match.index + match[0].length };
  }
  return undefined;
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
