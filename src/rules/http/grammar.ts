/**
 * The grammar of fields and addresses, as far as it is judged (RFC 9110 §5.6, RFC 3986 appendix A). White space can be
 * matched in one way only, so that no value made for it keeps a pattern busy.
 */
import { TOKEN } from '../../record/field.ts';

const QUOTED = '"(?:[\\t \\x21\\x23-\\x5b\\x5d-\\x7e\\x80-\\xff]|\\\\[\\t \\x21-\\x7e\\x80-\\xff])*"';

const MEDIA_TYPE = new RegExp(`^${TOKEN}/${TOKEN}(?:[ \\t]*;(?:[ \\t]*${TOKEN}=(?:${TOKEN}|${QUOTED}))?)*[ \\t]*$`);
const NAMES = new RegExp(`^[ \\t]*(?:${TOKEN})?(?:[ \\t]*,(?:[ \\t]*${TOKEN})?)*[ \\t]*$`);

export function isMediaType(value: string): boolean {
  return MEDIA_TYPE.test(value);
}

/** A list of names; what of its places is empty is judged as of every list. */
export function isNameList(value: string): boolean {
  return NAMES.test(value);
}

/** RFC 9110 §5.6.1.1: a sender leaves no place of a list empty; a list may have none at all. Commas in quotes and in angle brackets are none of the list's. */
export function hasEmptyPlace(value: string): boolean {
  const bare = value.replace(/"(?:[^"\\]|\\.)*"|<[^<>]*>/g, 'x');
  return bare.includes(',') && bare.split(',').some((place) => place.trim() === '');
}

/** The members of a list; commas in quotes are none of the list's. */
export function listMembers(value: string): readonly string[] {
  return (value.match(/(?:[^",]|"(?:[^"\\]|\\.)*")+/g) ?? []).map((member) => member.trim());
}

/**
 * Whether it can be a URI reference: nothing that no address may hold, and whole percent encodings. Brackets outside of a
 * host, which strict readers refuse, are let pass: every client takes them.
 */
export function isUriReference(value: string): boolean {
  return /^(?:[\w!#$&'()*+,./:;=?@[\]~-]|%[0-9A-Fa-f]{2})*$/.test(value);
}
