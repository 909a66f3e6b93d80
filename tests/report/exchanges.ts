/** Exchanges with a shop, as a run would have recorded them. */
import type { Exchange, HeaderList } from '../../src/record/exchange.ts';
import type { Json } from '../../src/record/json.ts';

interface Told {
  readonly operation?: string;
  readonly case?: string;
  readonly step?: string;
  readonly sent?: Json;
  readonly shown?: Json;
  readonly headers?: HeaderList;
  readonly asked?: HeaderList;
  readonly at?: number;
  readonly durationMs?: number;
}

let made = 0;

/** `said('GET /orders/7', 200, { shown: { id: 7 } })`: what is not told is new each time. */
export function said(line: string, status: number, told: Told = {}): Exchange {
  made += 1;
  const [method = '', path = ''] = line.split(' ');
  const { operation, sent, shown, at = made * 10, durationMs = 1, step = 'probe' } = told;
  const body = shown === undefined ? '' : JSON.stringify(shown);
  return {
    id: `${told.case ?? `case-${made}`}#${step}`,
    service: 'shop',
    spec: '1.0',
    group: 'group',
    operation: operation ?? `orders/${{ POST: 'create', GET: 'read', PATCH: 'update' }[method] ?? 'delete'}`,
    step,
    request: {
      method,
      url: `http://shop.example${path}`,
      headers: told.asked ?? [],
      ...(sent === undefined ? {} : { body: JSON.stringify(sent) }),
    },
    response: {
      status,
      headers: [
        ...(shown === undefined ? [] : [['content-type', 'application/json'] as const]),
        ...(told.headers ?? []),
      ],
      body,
      bytes: body.length,
    },
    at,
    durationMs,
  };
}

/** Likewise, and nothing came. */
export function unanswered(line: string, message: string, told: Told = {}): Exchange {
  const { response: _none, ...exchange } = said(line, 0, told);
  return { ...exchange, failure: { kind: 'refused', message } };
}
