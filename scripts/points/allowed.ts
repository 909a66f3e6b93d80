/**
 * What an answer allows where it asks for nothing: a fault by which the service is wrong as long as the default holds. And what
 * cannot be shown either way, with the reason.
 */
const SR = 'student-reporting';
const PO = 'partner-onboarding';

export const ALLOWED: Readonly<Record<string, string>> = {
  [`${PO}.access.required`]: `${PO}.token.missing.off`,
  [`${PO}.channels.always-shown`]: `${PO}.channels.absent-when-empty`,
  [`${PO}.partner.id-made-by-service`]: `${PO}.partners.id-settable`,
  [`${PO}.partner.unknown-id`]: `${PO}.partners.unknown-id-empty`,
  [`${PO}.partner.isolation`]: `${PO}.partners.other-organisation-readable`,
  [`${PO}.partner.patch-form`]: `${PO}.lifecycle.partners.patch-null-kept`,
  [`${PO}.partner.defaults-absent`]: `${PO}.lifecycle.partners.null-for-unset`,
  [`${PO}.channels.delete-repeated`]: `${PO}.channels.second-delete-404`,
  [`${PO}.paths.strict`]: `${PO}.shape.trailing-slash-accepted`,
  [`${PO}.json.text`]: `${PO}.reception.text-normalised`,
  [`${PO}.limits.body`]: `${PO}.shape.size-unlimited`,
  [`${PO}.plan.quotas`]: `${PO}.throttling.burst-429`,
  [`${PO}.access.no-store`]: `${PO}.partners.read.cache-control-missing`,
  [`${SR}.access.no-store`]: `${SR}.students.read.cache-control-missing`,
  [`${PO}.query.unknown-ignored`]: `${PO}.shape.query-refused`,
  [`${PO}.methods.no-override`]: `${PO}.shape.method-override-honoured`,
  [`${SR}.access.isolation`]: `${SR}.lifecycle.students.other-organisation-readable`,
  [`${SR}.definition.aligned`]: `${SR}.version.definition-of-other-version`,
  [`${SR}.envelope.independent-items`]: `${SR}.lifecycle.students.batch-stops-at-failure`,
  [`${SR}.correlation.echoed`]: `${SR}.lifecycle.students.correlation-id-not-echoed`,
  [`${SR}.correlation.spaces-refused`]: `${SR}.envelope.correlation-id-trimmed`,
  [`${SR}.errors.all-told`]: `${SR}.envelope.first-error-only`,
  [`${SR}.warnings.form`]: `${SR}.known-issue.tfn-warning-missing`,
  [`${SR}.warnings.only-when-due`]: `${SR}.warnings.unasked`,
  [`${SR}.paths.strict`]: `${SR}.shape.trailing-slash-accepted`,
  [`${SR}.json.text`]: `${SR}.reception.text-normalised`,
  [`${SR}.limits.body`]: `${SR}.shape.size-unlimited`,
  [`${SR}.limits.rate`]: `${SR}.throttling.burst-429`,
  [`${SR}.students.type-mismatch-warns`]: `${SR}.warnings.type-specific-missing`,
  [`${SR}.students.very-old-warns`]: `${SR}.warnings.age-missing`,
  [`${SR}.students.tfn-never-read`]: `${SR}.read.tfn-returned`,
  [`${SR}.students.language-member`]: `${SR}.known-issue.language-code-unchecked`,
  [`${SR}.tac-offers.old-form-refused`]: `${SR}.version.tac-offer-both-forms`,
  [`${SR}.lifecycle.readable-at-once`]: `${SR}.lifecycle.students.list-misses-newest`,
  [`${SR}.lifecycle.patch`]: `${SR}.lifecycle.students.patch-null-kept`,
  [`${SR}.lifecycle.delete`]: `${SR}.lifecycle.students.second-delete-200`,
  [`${SR}.lifecycle.unset-members`]: `${SR}.lifecycle.students.null-for-unset`,
  [`${SR}.lifecycle.parts`]: `${SR}.lifecycle.students.children-kept`,
  [`${SR}.lifecycle.not-found`]: `${SR}.lifecycle.student-disabilities.wrong-parent-reachable`,
  [`${SR}.lifecycle.no-trace`]: `${SR}.lifecycle.students.refused-write-stored`,
  [`${SR}.pagination.one-header-enables`]: `${SR}.pagination.unit-enrolments.default-size-unlimited`,
  [`${SR}.pagination.order`]: `${SR}.lifecycle.courses.list-descending`,
  [`${SR}.pagination.others-whole`]: `${SR}.pagination.courses.capped-unasked`,
  [`${SR}.query.unknown-ignored`]: `${SR}.shape.query-refused`,
  [`${SR}.methods.no-override`]: `${SR}.shape.method-override-honoured`,
  [`${SR}.token.members-required`]: 'identity-provider.assertion.iat-missing.off',
  [`${SR}.token.audience-since`]: 'identity-provider.assertion.token-aud-missing.off',
  [`${SR}.fields.unique`]: `${SR}.validation.students.record.unique.off`,
  [`${SR}.dates.not-future`]: `${SR}.validation.students.date_of_birth.not-in-future.off`,
  [`${SR}.dates.form`]: `${SR}.validation.students.date_of_birth.date.off`,
  [`${PO}.access.token-kind`]: `${PO}.token.signature.off`,
  [`${SR}.access.token-kind`]: `${SR}.token.signature.off`,
  [`${PO}.access.token-issuer`]: `${PO}.token.audience.off`,
  [`${SR}.access.token-issuer`]: `${SR}.token.audience.off`,
  [`${PO}.access.order`]: `${PO}.reception.id-before-token`,
  [`${SR}.access.order`]: `${SR}.reception.id-before-token`,
  [`${PO}.media.json`]: `${PO}.partners.read.content-type-wrong`,
  [`${SR}.media.json`]: `${SR}.students.read.content-type-wrong`,
  [`${PO}.responses.time-budget`]: `${PO}.partners.read.latency`,
  [`${SR}.responses.time-budget`]: `${SR}.students.read.latency`,
  [`${SR}.methods.put`]: `${SR}.habit.put-taken-for-patch`,
  [`${SR}.token.extra-keys-ignored`]: 'identity-provider.assertion.brought-key-trusted',
  [`${SR}.token.skew`]: 'identity-provider.assertion.clock-tolerant',
  [`${SR}.pagination.empty`]: `${SR}.pagination.unit-enrolments.total-pages-missing`,
  [`${SR}.pagination.elsewhere-maximum`]: `${SR}.pagination.campuses.page-size-ignored`,
};

const SETTING =
  'The address and the headers of a service are settings of a target, which every call of a run is made with; the point only says what they are taken for.';
const ONE =
  'Updates of one record that meet are answered by a real service as the moment has it; the services of this project handle one request at a time, so that they never meet.';
const SECOND =
  'It says that there is no second address with a version in it. Nobody can ask for what has no name, so that its requirement is excluded.';

export const UNSHOWN: Readonly<Record<string, string>> = {
  [`${SR}.dates.zone`]:
    'Which day it is is measured: what an answer changes shows for some hours of a day alone, and tests/exchange shows that it is what a run reckons by.',
  [`${SR}.headers.mandatory`]: SETTING,
  [`${SR}.token.address`]: SETTING,
  [`${PO}.versioning.scheme`]: SECOND,
  [`${SR}.versions.in-path`]: SECOND,
  [`${SR}.statuses.unavailable`]: 'A service is unavailable by announcement, and a run does not bring that about.',
  [`${PO}.partner.concurrent-updates`]: ONE,
  [`${SR}.lifecycle.concurrent-updates`]: ONE,
};
