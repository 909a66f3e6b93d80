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
};

const CLOCK =
  'How long something takes is measured, and the services of this project take as long as the machine lets them.';
const SETTING =
  'The address and the headers of a service are settings of a target; the point only says what they are taken for.';
const EITHER =
  'Where the token is none of that kind nothing is asked of it: the habit of opaque tokens, in `npm test`, is that service.';
const ONE = 'The services handle one request at a time, so that updates of them never meet.';
const ORDER =
  'A call without a good token is to be refused, whatever else is wrong with it: in another order it is refused all the same.';
const MEDIA =
  'Where another media type is answered, only what is asked of application/json is dropped. The services have no other.';

export const UNSHOWN: Readonly<Record<string, string>> = {
  [`${PO}.access.token-kind`]: EITHER,
  [`${PO}.access.token-issuer`]: EITHER,
  [`${SR}.access.token-kind`]: EITHER,
  [`${SR}.access.token-issuer`]: EITHER,
  [`${PO}.responses.time-budget`]: CLOCK,
  [`${SR}.responses.time-budget`]: CLOCK,
  [`${SR}.dates.zone`]: CLOCK.replace('How long something takes', 'Which day it is'),
  [`${PO}.media.json`]: MEDIA,
  [`${SR}.media.json`]: MEDIA,
  [`${SR}.headers.mandatory`]: SETTING,
  [`${SR}.token.address`]: SETTING,
  [`${PO}.versioning.scheme`]: 'No check can be made of it.',
  [`${SR}.versions.in-path`]: 'No check can be made of it.',
  [`${SR}.token.skew`]:
    'What lies far beyond the tolerance is to be refused; a service that tolerates less than the answer refuses it too.',
  [`${SR}.statuses.unavailable`]: 'A service is unavailable by announcement, and a run does not bring that about.',
  [`${SR}.pagination.empty`]:
    'Of any other answer nothing is asked: both ways are taken, and a third one is not known.',
  [`${SR}.pagination.elsewhere-maximum`]:
    'A page of more than the cap is asked for; a service whose maximum is larger than the answer brings it too.',
  [`${SR}.token.extra-keys-ignored`]: 'A service that follows keys of strangers is not built here.',
  [`${PO}.partner.concurrent-updates`]: ONE,
  [`${SR}.lifecycle.concurrent-updates`]: ONE,
  [`${PO}.access.order`]: ORDER,
  [`${SR}.access.order`]: ORDER,
  [`${SR}.methods.put`]: 'The services have no PUT, and no document says what it would do.',
};
