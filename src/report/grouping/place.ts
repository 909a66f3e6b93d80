/** Location of a failure group, for its title. */
import { fits, type RulePattern } from '../../model/check-scope.ts';
import { listed } from '../phrase.ts';
import { distinct, type Failure, type JudgedReport, placeName } from './failure.ts';
import type { Traffic } from './traffic.ts';

/** Rules whose failures belong to the called operation, not to the operation of the check. */
const FOUND_ELSEWHERE: readonly RulePattern[] = [
  'access.canary',
  'access.list-apart',
  'lifecycle.listed-as-read',
  'lifecycle.listed-as-made',
  'lifecycle.listed-ended',
  'lifecycle.listed-whole',
  'lifecycle.order-kept',
  'method.head',
  'method.head-content',
  'method.head-length',
  'method.head-offered',
  'method.head-unknown',
  'method.safe-unread',
];

/** Location such as ` on orders/update`, if the same rules pass on other operations. */
export function placeOf(own: readonly Failure[], report: JudgedReport, traffic: Traffic): string {
  const [first] = own;
  const rules = new Set(own.map(({ rule }) => rule));
  const failing = new Set(own.map(({ check }) => placeName(check)));
  const others = report.checks.filter(
    (check) =>
      check.verdict === 'pass' &&
      check.service === own[0]?.check.service &&
      rules.has(check.formOf ?? check.rule) &&
      !failing.has(placeName(check)),
  );
  const isWrite = own.every(({ rule }) => rule.startsWith('lifecycle.') || rule.startsWith('page.'));
  const statuses =
    first === undefined || !['text', 'media', 'shape'].includes(first.layer)
      ? []
      : distinct(own.flatMap(({ seen }) => seen.map(({ status }) => status ?? 0)));
  const errors =
    statuses.length > 0 && statuses.every((status) => status >= 400)
      ? ` in responses with ${listed(statuses.map(String).sort())}`
      : '';
  if (others.length === 0 && !isWrite) return errors;
  const operations = distinct(
    own.flatMap(({ check, seen, rule }) =>
      fits(FOUND_ELSEWHERE, rule) ? seen.map(({ operation }) => operation) : [placeName(check)],
    ),
  );
  const short = operations.map((full) => full.slice(full.indexOf(' ') + 1));
  if (short.length <= 2) return `${errors} on ${short.join(' and ')}`;
  const endpoints = distinct(short.map((one) => one.slice(0, one.lastIndexOf('/'))));
  if (endpoints.length === 1) return `${errors} on ${endpoints.join('')}`;
  const kinds = distinct(short.map((one) => one.slice(one.lastIndexOf('/') + 1)));
  if (endpoints.length <= 2) return `${errors} on ${listed(endpoints)}`;
  if (kinds.length === 1) return `${errors} on ${kinds.join('')} of ${endpoints.length} endpoints`;
  const methods = distinct(operations.map((one) => traffic.methodOf(one) ?? ''));
  const elsewhere = distinct(others.map((check) => traffic.methodOf(placeName(check)) ?? ''));
  return methods.length === 1 && methods[0] !== '' && !elsewhere.includes(methods[0] ?? '')
    ? `${errors} on all ${methods.join('')} operations`
    : errors;
}

/**
 * Common property of all rejected requests, such as ` where every optional member is left out`, if other valid requests of the operation
 * succeed.
 */
export function specialOf(own: readonly Failure[], report: JudgedReport): string {
  const titles = distinct(own.map(({ check }) => check.title));
  if (titles.length !== 1) return '';
  if (own[0]?.check.declared === true) return `, against "${titles[0] ?? ''}"`;
  const served = own.every(({ check }) =>
    report.checks.some(
      (other) =>
        other.rule === 'outcome.accepted' &&
        other.verdict === 'pass' &&
        other.service === check.service &&
        other.spec === check.spec &&
        other.endpoint === check.endpoint &&
        other.operation === check.operation,
    ),
  );
  return served ? ` where ${titles[0] ?? ''}` : '';
}
