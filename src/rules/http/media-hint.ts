import { header } from '../../record/headers.ts';
import { finding, inapplicable, judged } from '../evidence.ts';
import { passiveRule } from './passive-rule.ts';

/** RFC 9110 §12.5.3: Accept-Encoding in a 415 says that the coding was at fault, and nothing else was. */
export const mediaHint = passiveRule(
  {
    id: 'http.media-hint',
    title: 'A 415 blames the coding only where the coding is at fault',
    fails: 'blames the coding in a 415 though another thing is at fault: accept-encoding is {actual}',
    explain:
      'A 415 with Accept-Encoding tells the client to send the same body in another content coding. Where the media type is what was wrong, that sends it the wrong way.',
    covers: ['C02'],
  },
  (response, exchange) => {
    if (response.status !== 415) return inapplicable('no 415');
    const coded = exchange.request.headers.some(
      ([name, value]) => name === 'content-encoding' && value.trim().toLowerCase() !== 'identity',
    );
    if (coded) return inapplicable('the request had a content coding');
    const value = header(response, 'accept-encoding');
    return judged(
      value === undefined
        ? []
        : [finding(exchange, 'header accept-encoding', 'absent, since the request had no coding', value)],
    );
  },
);
