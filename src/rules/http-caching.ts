/** Passive rules about HTTP dates, validators and caching (RFC 9110 §5.6.7 and §8.8, RFC 9111). */
import type { Exchange } from '../model/exchange.ts';
import { firstHeader, combinedHeader } from '../model/headers.ts';
import { isSuccessStatus } from '../model/success.ts';
import { passiveRule } from './define-rule.ts';
import {
  createFinding,
  inapplicableJudgement,
  inconclusiveJudgement,
  judgementFrom,
  PASSED_JUDGEMENT,
} from './evidence.ts';
import { splitListHeader } from './http-headers.ts';
import type { Judgement, PassiveJudge } from './model.ts';

/** RFC 9110 §5.6.7: the one form in which a date may be sent. */
const IMF_FIXDATE =
  /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** Milliseconds since the epoch, or undefined if the value is not an IMF-fixdate. */
function httpDate(value: string): number | undefined {
  if (!IMF_FIXDATE.test(value)) return undefined;
  // `Date` does not parse a leap second, which the grammar allows (23:59:60).
  const time = Date.parse(value.replace(/:60 GMT$/, ':59 GMT'));
  // The name of the day must match the date (RFC 5322 §3.3, of which this is a subset).
  return Number.isNaN(time) || !new Date(time).toUTCString().startsWith(value.slice(0, 3)) ? undefined : time;
}

const date = passiveRule('http.date', (response, exchange) => {
  if (response.status >= 500) return inapplicableJudgement('no requirement for server errors');
  const value = firstHeader(response, 'date');
  if (value !== undefined && httpDate(value) !== undefined) return PASSED_JUDGEMENT;
  return judgementFrom([createFinding(exchange, 'header date', 'an IMF-fixdate', value)]);
});

/** Clocks differ, and a proxy may have added its own Date. */
const TOLERATED_MS = 60_000;

/** RFC 9110 §8.8.2.1: an origin server sends no Last-Modified that is later than the time of the message. */
const lastModified = passiveRule('http.last-modified', (response, exchange) => {
  const value = firstHeader(response, 'last-modified');
  const modified = value === undefined ? undefined : httpDate(value);
  const created = httpDate(firstHeader(response, 'date') ?? '');
  if (value === undefined || modified === undefined || created === undefined)
    return inapplicableJudgement('the response does not have both dates');
  if (modified <= created + TOLERATED_MS) return PASSED_JUDGEMENT;
  return judgementFrom([
    createFinding(exchange, 'header last-modified', `not later than ${firstHeader(response, 'date') ?? ''}`, value),
  ]);
});

/** Frameworks send a number in place of a date to mark a response as stale. */
function isExpired(value: string): boolean {
  return /^-?\d+$/.test(value);
}

const expires = passiveRule('http.expires', (response, exchange) => {
  const value = firstHeader(response, 'expires');
  if (value === undefined) return inapplicableJudgement('no Expires header');
  if (httpDate(value) === undefined && !isExpired(value)) return inapplicableJudgement('checked with the other dates');
  return judgementFrom(isExpired(value) ? [createFinding(exchange, 'header expires', 'an IMF-fixdate', value)] : []);
});

/** Fields that contain only a date. `Date` and `Retry-After` have their own rules. */
const DATED = ['last-modified', 'expires', 'sunset'] as const;

const dates = passiveRule('http.dates', (response, exchange) => {
  const sent = response.headers.filter(([name]) => DATED.some((dated) => dated === name));
  if (sent.length === 0) return inapplicableJudgement('no other date header');
  const meant = sent.filter(([name, value]) => !(name === 'expires' && isExpired(value)));
  return judgementFrom(
    meant
      .filter(([, value]) => httpDate(value) === undefined)
      .map(([name, value]) => createFinding(exchange, `header ${name}`, 'an IMF-fixdate', value)),
  );
});

const retryAfter = passiveRule('http.retry-after', (response, exchange) => {
  const value = firstHeader(response, 'retry-after');
  if (value === undefined) return inapplicableJudgement('no Retry-After header');
  if (/^\d+$/.test(value) || httpDate(value) !== undefined) return PASSED_JUDGEMENT;
  return judgementFrom([createFinding(exchange, 'header retry-after', 'seconds or an IMF-fixdate', value)]);
});

/** RFC 9110 §8.8.3: an opaque quoted text; weak tags begin with `W/`. */
const ENTITY_TAG = /^(W\/)?"[\x21\x23-\x7e\x80-\xff]*"$/;

const entityTag = passiveRule('http.entity-tag', (response, exchange) => {
  const value = firstHeader(response, 'etag');
  if (value === undefined) return inapplicableJudgement('no entity tag');
  return judgementFrom(
    ENTITY_TAG.test(value) ? [] : [createFinding(exchange, 'header etag', 'a value in double quotes', value)],
  );
});

const cacheControl = passiveRule('http.cache-control', (response, exchange) => {
  if (!isSuccessStatus(response.status) || ['OPTIONS', 'TRACE'].includes(exchange.request.method))
    return inapplicableJudgement('the response has no data');
  const value = combinedHeader(response, 'cache-control');
  if (/\b(no-store|private)\b/i.test(value ?? '')) return PASSED_JUDGEMENT;
  return judgementFrom([createFinding(exchange, 'header cache-control', 'no-store or private', value)]);
});

/** RFC 9110 §15.1: errors that a cache may store by default. */
const CACHEABLE = new Set([404, 405, 410, 414, 501]);

const errorUncached = passiveRule('http.error-uncached', (response, exchange) => {
  if (response.status < 400) return inapplicableJudgement('not an error');
  const value = combinedHeader(response, 'cache-control');
  const directives = splitListHeader(value ?? '');
  const uncached = directives.some((item) => /^(no-store|no-cache|private|max-age=0)(?=$|[\s;])/i.test(item));
  const kept = directives.some((item) => /^(public|(max-age|s-maxage)=[1-9]\d*)/i.test(item));
  if (kept) return judgementFrom([createFinding(exchange, 'header cache-control', 'no-store', value)]);
  if (!CACHEABLE.has(response.status)) return inapplicableJudgement('no cache stores this status by default');
  return judgementFrom(uncached ? [] : [createFinding(exchange, 'header cache-control', 'no-store', value)]);
});

/** RFC 9110 §15.4.5 and §15.3.7: a 304 or 206 has each of these fields that the 200 would have. */
const KEPT = ['cache-control', 'content-location', 'date', 'etag', 'expires', 'vary'] as const;

/** Request fields that select another representation. */
const CHOOSING = ['accept', 'accept-encoding', 'accept-language'] as const;

function isLike(left: Exchange, right: Exchange): boolean {
  const asked = (exchange: Exchange, name: string): string | undefined => firstHeader(exchange.request, name);
  return (
    left.request.method === right.request.method &&
    left.request.url === right.request.url &&
    CHOOSING.every((name) => asked(left, name) === asked(right, name))
  );
}

function judgeAll(exchanges: readonly Exchange[]): Judgement {
  const short = exchanges.filter(({ response }) => response?.status === 304 || response?.status === 206);
  const pairs = short.flatMap((part) => {
    const whole = exchanges.find((exchange) => exchange.response?.status === 200 && isLike(exchange, part));
    return whole === undefined ? [] : [{ part, whole }];
  });
  if (pairs.length === 0) {
    const silent = exchanges.find(({ response }) => response === undefined);
    return silent === undefined
      ? inapplicableJudgement('there is no 304 or 206 to compare with a 200')
      : inconclusiveJudgement(silent.failure?.message ?? 'no response');
  }
  return judgementFrom(
    pairs.flatMap(({ part, whole }) =>
      KEPT.flatMap((name) => {
        const [had, has] = [whole, part].map(({ response }) =>
          response === undefined ? undefined : firstHeader(response, name),
        );
        return had === undefined || has !== undefined
          ? []
          : [createFinding(part, `header ${name}`, `as in the 200: ${had}`, undefined)];
      }),
    ),
  );
}

const keptFields = {
  id: 'http.kept-fields',
  kind: 'passive',
  judge: (exchange) => judgeAll([exchange]),
  judgeAll,
  judgesPairs: true,
} as const satisfies PassiveJudge;

export const httpCachingRules = [
  date,
  lastModified,
  expires,
  dates,
  retryAfter,
  entityTag,
  cacheControl,
  errorUncached,
  keptFields,
] as const;
