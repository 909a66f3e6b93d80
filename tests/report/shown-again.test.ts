/** What was read before is shown to whoever asks next, and what nobody has read is refused. */
import { expect, it } from 'vitest';
import type { Exchange } from '../../src/record/exchange.ts';
import { departuresOf } from '../../src/report/causes/departures/departure.ts';
import { exchangesBy } from '../../src/report/causes/exchanges/exchange-index.ts';
import { keysOfShownAgain, shownAgain } from '../../src/report/causes/readings/shown-again.ts';
import type { Report, ReportCheck } from '../../src/report/model.ts';
import { morning } from '../viewer/fixture.ts';
import { said } from './exchanges.ts';
import { wrongStatus } from './found.ts';

const [sample] = morning().report.checks;
const rules: Report['rules'] = {};

function check(rule: string, on: Exchange, due?: number): ReportCheck {
  const { response, id } = on;
  const found = due === undefined ? [] : [{ ...wrongStatus(response?.status ?? 0, [due]), evidence: id }];
  const place = { service: 'shop', spec: '1.0', endpoint: 'orders', operation: 'read' };
  const verdict = due === undefined ? 'pass' : 'fail';
  return { ...(sample as ReportCheck), ...place, id: rule, rule, verdict, findings: found, evidence: [id] };
}

function read(all: readonly Exchange[], checks: readonly ReportCheck[]): string | undefined {
  const [report, exchanges] = [{ checks, rules }, exchangesBy(all)];
  const failing = checks.flatMap((one, index) =>
    one.verdict === 'fail' ? departuresOf(one, index, report, exchanges) : [],
  );
  const keyOf = keysOfShownAgain(failing, exchanges, report);
  const own = failing.flatMap((one) => {
    const key = keyOf(one);
    return key === undefined ? [] : [{ ...one, key }];
  });
  return own.length === 0 ? undefined : shownAgain({ own, all: own, report, exchanges });
}

const get = (id: string, status: number): Exchange => said(`GET /orders/${id}`, status, { shown: { id } });

const byOwner = get('7', 200);
const stranger = get('7', 200);
const other = get('7', 200);
const unread = get('9', 401);
const unreadOfOthers = get('8', 404);
const all = [byOwner, stranger, other, unread, unreadOfOthers];
const written = said('POST /orders', 201);
const [let1, let2] = [check('access.none', stranger, 401), check('lifecycle.other-party-next', other, 404)];
const [refused1, refused2] = [check('access.before-id', unread), check('lifecycle.other-party', unreadOfOthers)];

it.each([
  ['strangers', [let1, refused1], 'without a valid token'],
  ['another organisation', [let2, refused2], 'of another organisation'],
  ['both', [let1, let2, refused1, refused2], 'of another organisation and without a valid token'],
])('is told, of %s', (_who, checks, words) => {
  expect(read(all, checks)).toBe(
    `Shows what was read before to callers ${words} on orders/read: what nobody has read is refused`,
  );
});

it.each<readonly [string, readonly Exchange[], readonly ReportCheck[]]>([
  ['nobody read it before', [stranger, unread], [let1, refused1]],
  ['what nobody has read is shown too', all, [let1, check('access.before-id', unread, 404)]],
  ['nothing is known of what nobody has read', all, [let1]],
  ['another caller is refused', all, [let1, refused2]],
  ['the same caller may write', [...all, written], [let1, refused1, check('access.none', written, 401)]],
])('is not, where %s', (_why, exchanges, checks) => {
  expect(read(exchanges, checks)).toBeUndefined();
});
