import { header } from '../../record/headers.ts';
import { isSuccessful } from '../../record/success.ts';
import { bareMediaType } from '../../record/media-type.ts';
import { finding, inapplicable, judged } from '../evidence.ts';
import { passiveRule } from './passive-rule.ts';

export const mediaType = passiveRule(
  'http.media-type',
  (response, exchange, { mediaType: usual = 'application/json', refusalMedia }) => {
    if (response.bytes === 0) return inapplicable('no content');
    const declared = isSuccessful(response.status) ? [usual] : refusalMedia;
    const type = header(response, 'content-type');
    const essence = bareMediaType(type ?? '');
    const isDeclared = declared.some((one) => essence === one.toLowerCase());
    return judged(
      isDeclared || essence === 'application/problem+json'
        ? []
        : [finding(exchange, 'header content-type', declared.join(' or '), type)],
    );
  },
  ['mediaType', 'refusalMedia'],
);
