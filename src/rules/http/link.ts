import { linksOf } from '../../record/links.ts';
import { finding, inapplicable, judged } from '../evidence.ts';
import type { Finding } from '../model.ts';
import { isUriReference } from './grammar.ts';
import { passiveRule } from './passive-rule.ts';

export const link = passiveRule('http.link', (response, exchange) => {
  const links = response.headers.flatMap(([name, value]) => (name === 'link' ? linksOf(value) : []));
  if (links.length === 0) return inapplicable('no Link');
  return judged(
    links.flatMap(({ text, target, rels }): readonly Finding[] => [
      ...(target !== undefined && isUriReference(target)
        ? []
        : [finding(exchange, 'header link', 'a URI reference in angle brackets', text)]),
      ...(rels.length === 1
        ? []
        : [finding(exchange, 'header link', 'one rel', `${rels.length === 0 ? 'no rel' : 'several rels'} in ${text}`)]),
    ]),
  );
});
