/**
 * What an answer allows where it asks for nothing: a fault by which the service is wrong as long as the default holds, and what a
 * service may do instead, so that nothing of it could be wrong.
 */
const SR = 'student-reporting';
const PO = 'partner-onboarding';

export const ALLOWED: Readonly<Record<string, { readonly fault: string; readonly why: string }>> = {
  [`${PO}.access.required`]: { fault: `${PO}.token.missing.off`, why: 'Who asks without a token may be served.' },
  [`${SR}.access.required`]: { fault: `${SR}.token.missing.off`, why: 'A call without a token may be served.' },
  [`${PO}.access.carrier-only`]: { fault: `${PO}.shape.scheme-any`, why: 'The token may count behind another scheme.' },
  [`${SR}.access.carrier-only`]: {
    fault: `${SR}.token.missing.off`,
    why: 'A call with the token in another header may be served.',
  },
  [`${PO}.json.well-formed`]: { fault: `${PO}.shape.top-level-coerced`, why: 'Another form may be read as an object.' },
  [`${SR}.json.well-formed`]: {
    fault: `${SR}.shape.top-level-coerced`,
    why: 'Another form may be read as the right one.',
  },
  [`${PO}.partner.readable-at-once`]: {
    fault: `${PO}.lifecycle.partners.create-not-stored`,
    why: 'It may take a while, and no limit is known.',
  },
  [`${PO}.partner.no-trace`]: {
    fault: `${PO}.lifecycle.partners.refused-update-stored`,
    why: 'A part of it may be stored.',
  },
  [`${SR}.students.nested-refused`]: {
    fault: `${SR}.nested.invalid-dropped`,
    why: 'The faulty part may be left out.',
  },
  [`${SR}.tac-offers.code-required`]: {
    fault: `${SR}.validation.courses-on-campus-tac-offers.tac_offer_code.required.off`,
    why: 'An offer may have no code.',
  },
  [`${SR}.tac-offers.several-before`]: {
    fault: `${SR}.version.tac-offers-one-alone`,
    why: 'An array may have to hold exactly one offer.',
  },
  [`${SR}.token.unknown-service-refused`]: {
    fault: 'identity-provider.assertion.token-aud.off',
    why: 'Any address may be taken.',
  },
  [`${SR}.token.no-lockout`]: {
    fault: 'identity-provider.lock.once',
    why: 'The sender may be locked out for a while.',
  },
  [`${PO}.channels.always-shown`]: {
    fault: `${PO}.channels.absent-when-empty`,
    why: 'The member may be there or not.',
  },
  [`${PO}.partner.id-made-by-service`]: {
    fault: `${PO}.partners.id-settable`,
    why: 'An identifier that a client brings may be taken or not.',
  },
  [`${PO}.partner.unknown-id`]: {
    fault: `${PO}.partners.unknown-id-empty`,
    why: 'Which refusal it is, or whether it is one, is not said.',
  },
  [`${PO}.partner.isolation`]: {
    fault: `${PO}.partners.other-organisation-readable`,
    why: 'Organisations share what they have; that they have to is not said.',
  },
  [`${PO}.partner.patch-form`]: {
    fault: `${PO}.lifecycle.partners.patch-null-kept`,
    why: 'What else a PATCH does is not said.',
  },
  [`${PO}.partner.defaults-absent`]: {
    fault: `${PO}.lifecycle.partners.null-for-unset`,
    why: 'An unset member may be null.',
  },
  [`${PO}.channels.delete-repeated`]: { fault: `${PO}.channels.second-delete-404`, why: 'It may be refused.' },
  [`${PO}.paths.strict`]: { fault: `${PO}.shape.trailing-slash-accepted`, why: 'A neighbour of a path may be served.' },
  [`${PO}.json.text`]: { fault: `${PO}.reception.text-normalised`, why: 'Text may be normalised, or refused.' },
  [`${PO}.plan.quotas`]: { fault: `${PO}.throttling.burst-429`, why: 'Callers may be throttled.' },
  [`${PO}.access.no-store`]: { fault: `${PO}.partners.read.cache-control-missing`, why: 'Answers may be stored.' },
  [`${SR}.access.no-store`]: { fault: `${SR}.students.read.cache-control-missing`, why: 'Answers may be stored.' },
  [`${PO}.query.unknown-ignored`]: { fault: `${PO}.shape.query-refused`, why: 'It may be refused, or mean something.' },
  [`${PO}.methods.no-override`]: { fault: `${PO}.shape.method-override-honoured`, why: 'The header may count.' },
  [`${SR}.access.isolation`]: {
    fault: `${SR}.lifecycle.students.other-organisation-readable`,
    why: 'Organisations share what they have; that they have to is not said.',
  },
  [`${SR}.definition.aligned`]: {
    fault: `${SR}.version.definition-of-other-version`,
    why: 'The definition is of another version, so that nothing follows from a difference.',
  },
  [`${SR}.envelope.independent-items`]: {
    fault: `${SR}.lifecycle.students.batch-stops-at-failure`,
    why: 'One bad item may spoil all.',
  },
  [`${SR}.correlation.echoed`]: {
    fault: `${SR}.lifecycle.students.correlation-id-not-echoed`,
    why: 'It may be another, or none.',
  },
  [`${SR}.errors.all-told`]: { fault: `${SR}.envelope.first-error-only`, why: 'The first may stand for all.' },
  [`${SR}.warnings.form`]: {
    fault: `${SR}.known-issue.tfn-warning-missing`,
    why: 'It is not in the answer, where alone it could be seen.',
  },
  [`${SR}.warnings.only-when-due`]: { fault: `${SR}.warnings.unasked`, why: 'It may come always.' },
  [`${SR}.paths.strict`]: { fault: `${SR}.shape.trailing-slash-accepted`, why: 'A neighbour of a path may be served.' },
  [`${SR}.json.text`]: { fault: `${SR}.reception.text-normalised`, why: 'Text may be normalised, or refused.' },
  [`${SR}.limits.rate`]: { fault: `${SR}.throttling.burst-429`, why: 'Callers may be throttled.' },
  [`${SR}.students.type-mismatch-warns`]: {
    fault: `${SR}.warnings.type-specific-missing`,
    why: 'It may be stored without a word, or refused.',
  },
  [`${SR}.students.very-old-warns`]: {
    fault: `${SR}.warnings.age-missing`,
    why: 'It may be stored without a word, or refused.',
  },
  [`${SR}.students.tfn-never-read`]: { fault: `${SR}.read.tfn-returned`, why: 'A TFN may be shown.' },
  [`${SR}.students.language-member`]: {
    fault: `${SR}.known-issue.language-code-unchecked`,
    why: 'It is a record of its own, for which the contract would have to be edited.',
  },
  [`${SR}.tac-offers.old-form-refused`]: {
    fault: `${SR}.version.tac-offer-both-forms`,
    why: 'The other form may be taken, or refused otherwise.',
  },
  [`${SR}.lifecycle.readable-at-once`]: {
    fault: `${SR}.lifecycle.students.list-misses-newest`,
    why: 'It may take a moment, and no limit is specified.',
  },
  [`${PO}.partner.concurrent-updates`]: {
    fault: `${PO}.partners.meeting-updates-lost`,
    why: 'The record may be a mixture of them.',
  },
  [`${SR}.lifecycle.concurrent-updates`]: {
    fault: `${SR}.students.meeting-updates-lost`,
    why: 'The record may be a mixture of them.',
  },
  [`${SR}.lifecycle.patch`]: {
    fault: `${SR}.lifecycle.students.patch-null-kept`,
    why: 'What else a PATCH does is not said.',
  },
  [`${SR}.lifecycle.delete`]: {
    fault: `${SR}.lifecycle.students.second-delete-200`,
    why: 'What is deleted may still be shown, or be deleted again.',
  },
  [`${SR}.lifecycle.unset-members`]: {
    fault: `${SR}.lifecycle.students.null-for-unset`,
    why: 'An unset member may be null.',
  },
  [`${SR}.lifecycle.parts`]: { fault: `${SR}.lifecycle.students.children-kept`, why: 'They may stay.' },
  [`${SR}.lifecycle.not-found`]: {
    fault: `${SR}.lifecycle.student-disabilities.wrong-parent-reachable`,
    why: 'Which refusal it is, or whether it is one, is not said.',
  },
  [`${SR}.lifecycle.no-trace`]: {
    fault: `${SR}.lifecycle.students.refused-write-stored`,
    why: 'Something of it may stay.',
  },
  [`${SR}.pagination.order`]: { fault: `${SR}.lifecycle.courses.list-descending`, why: 'Any order will do.' },
  [`${SR}.pagination.others-whole`]: { fault: `${SR}.pagination.courses.capped-unasked`, why: 'They may be cut off.' },
  [`${SR}.query.unknown-ignored`]: { fault: `${SR}.shape.query-refused`, why: 'It may be refused, or mean something.' },
  [`${SR}.methods.no-override`]: { fault: `${SR}.shape.method-override-honoured`, why: 'The header may count.' },
  [`${SR}.token.members-required`]: {
    fault: 'identity-provider.assertion.iat-missing.off',
    why: 'They may be left out.',
  },
  [`${SR}.token.audience-since`]: {
    fault: 'identity-provider.assertion.token-aud-missing.off',
    why: 'The version is before the one from which on it is required.',
  },
  [`${SR}.fields.unique`]: {
    fault: `${SR}.validation.students.record.unique.off`,
    why: 'What is not in the list may be twice.',
  },
  [`${SR}.dates.not-future`]: {
    fault: `${SR}.validation.students.date_of_birth.not-in-future.off`,
    why: 'What is not in the list may lie in the future.',
  },
  [`${PO}.access.token-kind`]: {
    fault: `${PO}.token.signature.off`,
    why: 'The token says nothing of itself that could be wrong.',
  },
  [`${SR}.access.token-kind`]: {
    fault: `${SR}.token.signature.off`,
    why: 'The token says nothing of itself that could be wrong.',
  },
  [`${PO}.access.token-issuer`]: {
    fault: `${PO}.token.audience.off`,
    why: 'A token for another organisation cannot be requested.',
  },
  [`${SR}.access.token-issuer`]: {
    fault: `${SR}.token.audience.off`,
    why: 'A token for another organisation cannot be requested.',
  },
  [`${PO}.access.order`]: { fault: `${PO}.reception.id-before-token`, why: 'The order of the two is not said.' },
  [`${SR}.access.order`]: { fault: `${SR}.reception.id-before-token`, why: 'The order of the two is not said.' },
  [`${PO}.responses.time-budget`]: {
    fault: `${PO}.partners.read.latency`,
    why: 'The answer comes within the longer time.',
  },
  [`${SR}.responses.time-budget`]: {
    fault: `${SR}.students.read.latency`,
    why: 'The answer comes within the longer time.',
  },
  [`${SR}.methods.put`]: { fault: `${SR}.habit.put-taken-for-patch`, why: 'What PUT does is not said.' },
  [`${SR}.token.skew`]: {
    fault: 'identity-provider.assertion.clock-tolerant',
    why: 'What is tried is further off than the greater tolerance.',
  },
  [`${SR}.pagination.elsewhere-maximum`]: {
    fault: `${SR}.pagination.campuses.page-size-ignored`,
    why: 'A page holds no more than where paging is enforced.',
  },
};
