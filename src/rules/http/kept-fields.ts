import { header } from '../../record/headers.ts';
import type { Exchange } from '../../record/exchange.ts';
import { finding, inapplicable, inconclusive, judged } from '../evidence.ts';
import type { Judgement, PassiveJudge } from '../model.ts';

/** RFC 9110 §15.4.5 and §15.3.7: who answers 304 or 206 generates those of these fields that the 200 would have had. */
const KEPT = ['cache-control', 'content-location', 'date', 'etag', 'expires', 'vary'] as const;

/** Fields of a request for which another answer than the plain one may be right. */
const CHOOSING = ['accept', 'accept-encoding', 'accept-language'] as const;

function isLike(one: Exchange, other: Exchange): boolean {
  const asked = (exchange: Exchange, name: string): string | undefined => header(exchange.request, name);
  return (
    one.request.method === other.request.method &&
    one.request.url === other.request.url &&
    CHOOSING.every((name) => asked(one, name) === asked(other, name))
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
      ? inapplicable('no 304 or 206 beside the whole answer')
      : inconclusive(silent.failure?.message ?? 'no answer');
  }
  return judged(
    pairs.flatMap(({ part, whole }) =>
      KEPT.flatMap((name) => {
        const [had, has] = [whole, part].map(({ response }) =>
          response === undefined ? undefined : header(response, name),
        );
        return had === undefined || has !== undefined
          ? []
          : [finding(part, `header ${name}`, `as with 200: ${had}`, undefined)];
      }),
    ),
  );
}

export const keptFields = {
  id: 'http.kept-fields',
  kind: 'passive',
  judge: (exchange) => judgeAll([exchange]),
  judgeAll,
  judgesPairs: true,
} as const satisfies PassiveJudge;
