import { header } from '../../record/headers.ts';
import { isSuccessful } from '../../record/success.ts';
import { bareMediaType } from '../../record/media-type.ts';
import { finding, inapplicable, judged } from '../evidence.ts';
import { passiveRule } from './passive-rule.ts';

export const mediaType = passiveRule(
  'http.media-type',
  (response, exchange, { mediaType: usual = 'application/json', refusalMedia }) => {
    if (response.bytes === 0) return inapplicable('no content');
    const isTrace = exchange.request.method === 'TRACE' && isSuccessful(response.status);
    if (isTrace) return inapplicable('the request itself comes back (RFC 9110 §9.3.8)');
    const declared = isSuccessful(response.status) ? [usual] : refusalMedia;
    const type = header(response, 'content-type');
    const essence = bareMediaType(type ?? '');
    if (response.status === 206 && essence === 'multipart/byteranges')
      return inapplicable('several parts, each of which has a type of its own (RFC 9110 §14.6)');
    const isDeclared = declared.some((one) => essence === one.toLowerCase());
    return judged(
      isDeclared || essence === 'application/problem+json'
        ? []
        : [finding(exchange, 'header content-type', declared.join(' or '), type)],
    );
  },
  ['mediaType', 'refusalMedia'],
);
