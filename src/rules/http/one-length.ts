import { header } from '../../record/headers.ts';
import { finding, inapplicable, judged } from '../evidence.ts';
import { passiveRule } from './passive-rule.ts';

/** RFC 9112 §6.2: a sender sends no Content-Length in a message that has Transfer-Encoding. */
export const oneLength = passiveRule(
  {
    id: 'http.one-length',
    title: 'An answer has one length',
    fails: 'says the length of an answer in two ways: {actual}',
    explain:
      'Content-Length beside Transfer-Encoding: intermediaries that believe the one and the other read different answers, which is how answers are smuggled.',
    covers: [],
  },
  (response, exchange) => {
    const coding = header(response, 'transfer-encoding');
    if (coding === undefined) return inapplicable('no Transfer-Encoding');
    const length = header(response, 'content-length');
    return judged(
      length === undefined
        ? []
        : [finding(exchange, 'header content-length', 'absent beside Transfer-Encoding', length)],
    );
  },
);
