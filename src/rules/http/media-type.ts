import { header } from '../../record/headers.ts';
import { bareMediaType } from '../../record/media-type.ts';
import { finding, inapplicable, judged } from '../evidence.ts';
import { passiveRule } from './passive-rule.ts';

export const mediaType = passiveRule(
  'http.media-type',
  (response, exchange, { mediaType: declared = 'application/json' }) => {
    if (response.bytes === 0) return inapplicable('no content');
    const type = header(response, 'content-type');
    const essence = bareMediaType(type ?? '');
    return judged(
      essence === declared.toLowerCase() || essence === 'application/problem+json'
        ? []
        : [finding(exchange, 'header content-type', declared, type)],
    );
  },
  ['mediaType'],
);
