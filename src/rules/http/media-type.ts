import { header } from '../../record/headers.ts';
import { finding, inapplicable, judged } from '../evidence.ts';
import { passiveRule } from './passive-rule.ts';

export const mediaType = passiveRule('http.media-type', (response, exchange) => {
  if (response.bytes === 0) return inapplicable('no content');
  const type = header(response, 'content-type');
  if (type === undefined) return judged([finding(exchange, 'header content-type', 'application/json', 'absent')]);
  const essence = type.split(';')[0]?.trim().toLowerCase();
  return judged(
    essence === 'application/json' || essence === 'application/problem+json'
      ? []
      : [finding(exchange, 'header content-type', 'application/json', type)],
  );
});
