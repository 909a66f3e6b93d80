import { header } from '../../record/headers.ts';
import { finding, inapplicable, judged } from '../evidence.ts';
import { passiveRule } from './passive-rule.ts';

export const mediaType = passiveRule(
  {
    id: 'http.media-type',
    title: 'Content is declared as JSON',
    fails: 'does not declare its content as JSON: {actual} instead of {expected}',
    explain:
      'The Content-Type is there, can be parsed, and is the declared one, compared without regard to case and parameters.',
    covers: ['A05', 'A06'],
  },
  (response, exchange) => {
    if (response.bytes === 0) return inapplicable('no content');
    const type = header(response, 'content-type');
    if (type === undefined) return judged([finding(exchange, 'header content-type', 'application/json', 'absent')]);
    const essence = type.split(';')[0]?.trim().toLowerCase();
    return judged(
      essence === 'application/json' || essence === 'application/problem+json'
        ? []
        : [finding(exchange, 'header content-type', 'application/json', type)],
    );
  },
);
