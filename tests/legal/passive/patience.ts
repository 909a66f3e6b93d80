/** What services rightly ask of the patience of their callers. */
import type { HeaderList } from '../../../src/model/headers.ts';
import { problem } from '../../rules/support.ts';
import type { LegalAnswers } from '../legal.ts';

const BEARER: HeaderList = [['access-token', '[redacted]']];

export const patience: readonly LegalAnswers[] = [
  {
    requirement: 'http.token-life',
    what: 'a token that is over, or is within a minute of its end by another clock',
    who: 'every service, and gateways whose clock is fast',
    why: 'RFC 6749 §5.1: it lives as many seconds as was said; RFC 7519 §4.1.4 leaves some leeway to clocks, and no RFC says how much',
    answers: [
      { refused: { age: 3601, life: 3600, call: 900 } },
      { refused: { age: 3550, life: 3600, call: 900 } },
      { refused: { age: 5, life: 60, call: 4 } },
    ],
  },
  {
    requirement: 'http.token-life',
    what: 'a token of which nobody said how long it lives',
    who: 'identity providers that leave expires_in out',
    why: 'RFC 6749 §5.1: expires_in is RECOMMENDED; no RFC says how long a token lives then',
    answers: [{ refused: { age: 5, call: 30 } }],
  },
  {
    requirement: 'http.token-life',
    what: 'a token that was revoked, and whoever had it gets no other that is taken',
    who: 'services with sessions that an administrator ends; operations that a token gives no right to',
    why: 'RFC 6750 §3.1: a token that is revoked is refused with 401',
    answers: [
      {
        refused: { age: 5, life: 3600, call: 30 },
        asked: BEARER,
        status: 401,
        body: problem('unauthorised', 'no'),
        headers: { 'www-authenticate': 'Bearer realm="library", error="invalid_token"' },
      },
    ],
  },
  {
    requirement: 'http.not-throttled',
    what: 'a caller who is told to come again later',
    who: 'most gateways, wherever the plan of the caller has a limit',
    why: 'RFC 6585 §4; that there is no limit is what a contract has to say',
    answers: [{ status: 429, body: problem('too_many_requests', 'come again later'), headers: { 'retry-after': '1' } }],
  },
];
