/** For every open point whose answer is a value, another one than its default: what a service that is right may do otherwise. */
import type { Json } from '../../src/model/json.ts';
import type { OpenPoint } from '../../src/load/model.ts';

const SR = 'student-reporting';
const PO = 'partner-onboarding';

const VALUES: Readonly<Record<string, Json>> = {
  [`${PO}.access.header`]: 'x-api-key',
  [`${PO}.access.scheme`]: '',
  [`${PO}.access.token-kind`]: 'opaque',
  [`${PO}.access.token-issuer`]: 'another',
  [`${PO}.statuses.success`]: { create: [202], read: [203], update: [202], 'delete-channels': [202] },
  [`${PO}.partner.id-form`]: '^\\d{1,9}$',
  [`${PO}.statuses.access`]: [403],
  [`${PO}.statuses.refusal`]: { malformed: [422], values: [400] },
  [`${PO}.media.json`]: 'application/vnd.partner+json',
  [`${PO}.limits.body`]: 4096,
  [`${PO}.partner.concurrent-updates`]: 'not-guaranteed',
  [`${PO}.responses.time-budget`]: 60_000,
  [`${SR}.access.header`]: 'authorization',
  [`${SR}.access.scheme`]: 'Bearer',
  [`${SR}.access.token-kind`]: 'opaque',
  [`${SR}.access.token-issuer`]: 'another',
  [`${SR}.token.request-form`]: 'urn:example:grant',
  [`${SR}.token.audience-since`]: '3.0.8',
  [`${SR}.token.skew`]: 1800,
  [`${SR}.token.maximum-lifetime`]: 7200,
  [`${SR}.token.refusal`]: { statuses: [401], assertion: ['mapping_error'], request: ['device_error'] },
  [`${SR}.token.grant-type-refusal`]: ['invalid_request'],
  [`${SR}.token.unlinked-refusal`]: ['access_denied'],
  [`${SR}.token.access-lifetime`]: 600,
  [`${SR}.statuses.success`]: { POST: [202], GET: [203], PATCH: [202], DELETE: [204] },
  [`${SR}.statuses.validation`]: [422],
  [`${SR}.statuses.shape`]: [422],
  [`${SR}.statuses.access`]: [403],
  [`${SR}.statuses.unavailable`]: [429],
  [`${SR}.envelope.request`]: { correlation: 'reference' },
  [`${SR}.envelope.response`]: { success: 'ok', result: 'data', messages: 'notes' },
  [`${SR}.correlation.maximum-length`]: 32,
  [`${SR}.errors.identifier-form`]: '^\\d{5}$',
  [`${SR}.responses.time-budget`]: 60_000,
  [`${SR}.warnings.form`]: 'elsewhere',
  [`${SR}.media.json`]: 'application/vnd.report+json',
  [`${SR}.limits.body`]: 4096,
  [`${SR}.fields.unique`]: [],
  [`${SR}.dates.zone`]: 'Pacific/Kiritimati',
  [`${SR}.dates.not-future`]: [],
  [`${SR}.students.types-member`]: { student_types: ['HEP', 'VET', 'ELICOS'] },
  [`${SR}.citizenships.codes`]: ['1', '2', '9'],
  [`${SR}.disabilities.reference-data`]: ['11', '99', '100'],
  [`${SR}.languages.reference-data`]: ['1201', '9999'],
  [`${SR}.tac-offers.single-object-since`]: '3.0.8',
  [`${SR}.unit-enrolments.changes-3.0.8`]: '4.0.1',
  [`${SR}.unit-enrolments.census-date-fixed-since`]: '4.0.1',
  [`${SR}.units-of-study.changes-3.0.8`]: '4.0.1',
  [`${SR}.loans.changes-3.0.8`]: '4.0.1',
  [`${SR}.help-balance.changes-3.0.8`]: '4.0.1',
  [`${SR}.tac-offers.codes`]: ['Q', 'S', 'W'],
  [`${SR}.pagination.request-page-header`]: 'x-page',
  [`${SR}.pagination.request-size-header`]: 'x-page-size',
  [`${SR}.pagination.response-current-header`]: 'x-current',
  [`${SR}.pagination.response-next-header`]: 'x-next',
  [`${SR}.pagination.response-previous-header`]: 'x-previous',
  [`${SR}.pagination.response-total-header`]: 'x-total',
  [`${SR}.pagination.ends`]: 'zero',
  [`${SR}.pagination.over-cap`]: 'refuse',
  [`${SR}.pagination.past-the-end`]: 'not-found',
  [`${SR}.pagination.empty`]: [1],
  [`${SR}.pagination.elsewhere-maximum`]: 200,
  [`${SR}.lifecycle.concurrent-updates`]: 'not-guaranteed',
};

/** The members of an answer that is a map, each with another value. */
const MEMBERS: Readonly<Record<string, Readonly<Record<string, Json>>>> = {
  [`${SR}.envelope.array-families`]: { students: 'item', campuses: 'items' },
  [`${SR}.pagination.elsewhere`]: { courses: 'none', students: 'optional' },
};

export function otherValue({ id, default: value }: OpenPoint): Json | undefined {
  const members = MEMBERS[id];
  if (members !== undefined) return { ...(value as Readonly<Record<string, Json>>), ...members };
  if (id in VALUES) return VALUES[id];
  if (typeof value === 'boolean') return !value;
  return /\.(paths|path|list-path)$/.test(id) ? moved(value) : undefined;
}

function moved(path: Json): Json {
  return Array.isArray(path) ? (path as readonly Json[]).map(moved) : `/elsewhere${String(path)}`;
}

/** What planning cannot show, and where the answer is used instead. */
export const ELSEWHERE: Readonly<Record<string, string>> = {
  [`${SR}.dates.zone`]: 'the day that the clock of a run reads',
  [`${SR}.access.token-kind`]: 'whether what is asked of JWTs is asked of the token',
  [`${SR}.access.token-issuer`]: 'the same',
  [`${PO}.access.token-kind`]: 'the same',
  [`${PO}.access.token-issuer`]: 'the same',
};

/** One version is enough of most; what depends on the version is seen in the one that the other answer moves. */
export const SPECS: Readonly<Record<string, string>> = {
  [`${SR}.token.audience-since`]: '2.1.05',
  [`${SR}.tac-offers.single-object-since`]: '2.1.06',
  [`${SR}.tac-offers.several-before`]: '2.1.05',
  [`${SR}.unit-enrolments.changes-3.0.8`]: '3.0.8',
  [`${SR}.unit-enrolments.census-date-fixed-since`]: '3.0.8',
  [`${SR}.units-of-study.changes-3.0.8`]: '3.0.8',
  [`${SR}.loans.changes-3.0.8`]: '3.0.8',
  [`${SR}.help-balance.changes-3.0.8`]: '3.0.8',
};
