import { ownMember } from '../../record/json.ts';
import { finding, inapplicable, judged } from '../evidence.ts';
import { hasEmptyPlace, isMediaType, isNameList, isUriReference, listMembers } from './grammar.ts';
import { passiveRule } from './passive-rule.ts';

interface Grammar {
  readonly form: string;
  readonly fits: (value: string) => boolean;
}

/**
 * RFC 9111 §1.2.2, §5.2.2.1, §5.2.2.10: seconds are digits, and a sender does not put them in quotes. The argument of a directive that is not
 * of that RFC is a token or a text in quotes (§5.2), whatever stands in it.
 */
function hasSeconds(value: string): boolean {
  return listMembers(value).every((directive) => {
    const seconds = /^(?:s-maxage|max-age)\s*=\s*(.*)$/i.exec(directive)?.[1];
    return seconds === undefined || /^\d+$/.test(seconds);
  });
}

/** RFC 9110 §8.5, RFC 5646 §2.1: subtags of letters and digits, the first of letters alone. */
function isTagList(value: string): boolean {
  return value.split(',').every((tag) => /^(?:[A-Za-z]{1,8}(?:-[A-Za-z\d]{1,8})*)?$/.test(tag.trim()));
}

const FIELDS: Readonly<Record<string, readonly Grammar[]>> = {
  'content-type': [{ form: 'a media type', fits: isMediaType }],
  location: [{ form: 'a URI reference', fits: isUriReference }],
  'content-location': [{ form: 'a URI reference', fits: isUriReference }],
  vary: [{ form: 'a list of field names, or *', fits: isNameList }],
  age: [{ form: 'whole seconds', fits: (value) => /^\d+$/.test(value) }],
  'content-language': [{ form: 'a list of language tags', fits: isTagList }],
  'cache-control': [{ form: 'whole seconds without quotes', fits: hasSeconds }],
};

/** Fields that are lists by the rule of RFC 9110 §5.6.1. */
const LISTS = new Set([
  'accept-patch',
  'accept-ranges',
  'allow',
  'cache-control',
  'content-encoding',
  'content-language',
  'link',
  'vary',
  'www-authenticate',
]);
const LIST: Grammar = { form: 'a list without an empty place', fits: (value) => !hasEmptyPlace(value) };

function grammarsOf(name: string): readonly Grammar[] {
  return [...(LISTS.has(name) ? [LIST] : []), ...(ownMember(FIELDS, name) ?? [])];
}

export const fieldGrammar = passiveRule('http.field-grammar', (response, exchange) => {
  const sent = response.headers.map(([name, value]) => ({ name, value, grammars: grammarsOf(name) }));
  if (sent.every(({ grammars }) => grammars.length === 0)) return inapplicable('no such field');
  return judged(
    sent.flatMap(({ name, value, grammars }) =>
      grammars.filter(({ fits }) => !fits(value)).map(({ form }) => finding(exchange, `header ${name}`, form, value)),
    ),
  );
});
