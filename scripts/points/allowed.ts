/**
 * Answers to open questions that require nothing. `fault`: a seeded fault that violates the assumption. `why`: the behaviour that the
 * answer allows, so that no check can fail.
 */
const SR = 'student-reporting';
const PO = 'partner-onboarding';

export const ALLOWED: Readonly<Record<string, { readonly fault: string; readonly why: string }>> = {
  [`${PO}.access.required`]: { fault: `${PO}.token.missing.off`, why: 'A request without a token may be accepted.' },
  [`${SR}.access.required`]: { fault: `${SR}.token.missing.off`, why: 'A request without a token may be accepted.' },
  [`${PO}.access.carrier-only`]: {
    fault: `${PO}.shape.scheme-any`,
    why: 'The token may be accepted with another auth scheme.',
  },
  [`${SR}.access.carrier-only`]: {
    fault: `${SR}.token.missing.off`,
    why: 'A request with the token in another header may be accepted.',
  },
  [`${PO}.json.well-formed`]: {
    fault: `${PO}.shape.top-level-coerced`,
    why: 'A body of another JSON type may be converted to an object.',
  },
  [`${SR}.json.well-formed`]: {
    fault: `${SR}.shape.top-level-coerced`,
    why: 'A body of another JSON type may be converted to the right one.',
  },
  [`${PO}.partner.readable-at-once`]: {
    fault: `${PO}.lifecycle.partners.create-not-stored`,
    why: 'A new record may be readable later, and no limit is known.',
  },
  [`${PO}.partner.no-trace`]: {
    fault: `${PO}.lifecycle.partners.refused-update-stored`,
    why: 'The service may store a part of a rejected request.',
  },
  [`${SR}.students.nested-refused`]: {
    fault: `${SR}.nested.invalid-dropped`,
    why: 'The service may store the record without the invalid part.',
  },
  [`${SR}.tac-offers.code-required`]: {
    fault: `${SR}.validation.courses-on-campus-tac-offers.tac_offer_code.required.off`,
    why: 'An offer may have no code.',
  },
  [`${SR}.tac-offers.several-before`]: {
    fault: `${SR}.version.tac-offers-one-alone`,
    why: 'The service may require that an array has exactly one offer.',
  },
  [`${SR}.token.unknown-service-refused`]: {
    fault: 'identity-provider.assertion.token-aud.off',
    why: 'Any service address may be accepted.',
  },
  [`${SR}.token.no-lockout`]: {
    fault: 'identity-provider.lock.once',
    why: 'The service may lock out the client for some time.',
  },
  [`${PO}.channels.always-shown`]: {
    fault: `${PO}.channels.absent-when-empty`,
    why: 'The field may be present or absent.',
  },
  [`${PO}.partner.id-made-by-service`]: {
    fault: `${PO}.partners.id-settable`,
    why: 'The service may accept or reject an ID from the client.',
  },
  [`${PO}.partner.unknown-id`]: {
    fault: `${PO}.partners.unknown-id-empty`,
    why: 'The source does not specify the response.',
  },
  [`${PO}.partner.isolation`]: {
    fault: `${PO}.partners.other-organisation-readable`,
    why: 'Organisations may share records, but the source does not require it.',
  },
  [`${PO}.partner.patch-form`]: {
    fault: `${PO}.lifecycle.partners.patch-null-kept`,
    why: 'The source does not specify another effect of a PATCH.',
  },
  [`${PO}.partner.defaults-absent`]: {
    fault: `${PO}.lifecycle.partners.null-for-unset`,
    why: 'An unset field may be null.',
  },
  [`${PO}.channels.delete-repeated`]: {
    fault: `${PO}.channels.second-delete-404`,
    why: 'The service may reject the second delete.',
  },
  [`${PO}.paths.strict`]: {
    fault: `${PO}.shape.trailing-slash-accepted`,
    why: 'The service may accept a similar path.',
  },
  [`${PO}.json.text`]: {
    fault: `${PO}.reception.text-normalised`,
    why: 'The service may normalise or reject the text.',
  },
  [`${PO}.plan.quotas`]: { fault: `${PO}.throttling.burst-429`, why: 'Callers may be throttled.' },
  [`${PO}.access.no-store`]: { fault: `${PO}.partners.read.cache-control-missing`, why: 'Caches may store responses.' },
  [`${SR}.access.no-store`]: { fault: `${SR}.students.read.cache-control-missing`, why: 'Caches may store responses.' },
  [`${PO}.query.unknown-ignored`]: {
    fault: `${PO}.shape.query-refused`,
    why: 'An unknown parameter may be rejected or have an effect.',
  },
  [`${PO}.methods.no-override`]: {
    fault: `${PO}.shape.method-override-honoured`,
    why: 'The service may honour the header.',
  },
  [`${SR}.access.isolation`]: {
    fault: `${SR}.lifecycle.students.other-organisation-readable`,
    why: 'Organisations may share records, but the source does not require it.',
  },
  [`${SR}.definition.aligned`]: {
    fault: `${SR}.version.definition-of-other-version`,
    why: 'The definition is of another version, so a difference is not a failure.',
  },
  [`${SR}.envelope.independent-items`]: {
    fault: `${SR}.lifecycle.students.batch-stops-at-failure`,
    why: 'One invalid item may cause the rejection of all items.',
  },
  [`${SR}.correlation.echoed`]: {
    fault: `${SR}.lifecycle.students.correlation-id-not-echoed`,
    why: 'The response may have another correlation ID, or none.',
  },
  [`${SR}.errors.all-told`]: {
    fault: `${SR}.envelope.first-error-only`,
    why: 'The response may contain only the first error.',
  },
  [`${SR}.warnings.form`]: {
    fault: `${SR}.known-issue.tfn-warning-missing`,
    why: 'The response does not contain the warning, so a test cannot see it.',
  },
  [`${SR}.warnings.only-when-due`]: {
    fault: `${SR}.warnings.unasked`,
    why: 'The service may always send the warning.',
  },
  [`${SR}.paths.strict`]: {
    fault: `${SR}.shape.trailing-slash-accepted`,
    why: 'The service may accept a similar path.',
  },
  [`${SR}.json.text`]: {
    fault: `${SR}.reception.text-normalised`,
    why: 'The service may normalise or reject the text.',
  },
  [`${SR}.limits.rate`]: { fault: `${SR}.throttling.burst-429`, why: 'Callers may be throttled.' },
  [`${SR}.students.type-mismatch-warns`]: {
    fault: `${SR}.warnings.type-specific-missing`,
    why: 'The service may store the record without a warning, or reject it.',
  },
  [`${SR}.students.very-old-warns`]: {
    fault: `${SR}.warnings.age-missing`,
    why: 'The service may store the record without a warning, or reject it.',
  },
  [`${SR}.students.tfn-never-read`]: { fault: `${SR}.read.tfn-returned`, why: 'A TFN may be shown.' },
  [`${SR}.students.language-member`]: {
    fault: `${SR}.known-issue.language-code-unchecked`,
    why: 'The language is a separate record, which the contract would have to declare.',
  },
  [`${SR}.tac-offers.old-form-refused`]: {
    fault: `${SR}.version.tac-offer-both-forms`,
    why: 'The old form may be accepted, or rejected with another status.',
  },
  [`${SR}.lifecycle.readable-at-once`]: {
    fault: `${SR}.lifecycle.students.list-misses-newest`,
    why: 'A new record may be readable later, and no limit is specified.',
  },
  [`${PO}.partner.concurrent-updates`]: {
    fault: `${PO}.partners.meeting-updates-lost`,
    why: 'The record may contain fields of both updates.',
  },
  [`${SR}.lifecycle.concurrent-updates`]: {
    fault: `${SR}.students.meeting-updates-lost`,
    why: 'The record may contain fields of both updates.',
  },
  [`${SR}.lifecycle.patch`]: {
    fault: `${SR}.lifecycle.students.patch-null-kept`,
    why: 'The source does not specify another effect of a PATCH.',
  },
  [`${SR}.lifecycle.delete`]: {
    fault: `${SR}.lifecycle.students.second-delete-200`,
    why: 'The service may still return a deleted record, or delete it again.',
  },
  [`${SR}.lifecycle.unset-members`]: {
    fault: `${SR}.lifecycle.students.null-for-unset`,
    why: 'An unset field may be null.',
  },
  [`${SR}.lifecycle.parts`]: {
    fault: `${SR}.lifecycle.students.children-kept`,
    why: 'The parts may remain after the delete.',
  },
  [`${SR}.lifecycle.not-found`]: {
    fault: `${SR}.lifecycle.student-disabilities.wrong-parent-reachable`,
    why: 'The source does not specify the response.',
  },
  [`${SR}.lifecycle.no-trace`]: {
    fault: `${SR}.lifecycle.students.refused-write-stored`,
    why: 'The service may store a part of a rejected request.',
  },
  [`${SR}.pagination.order`]: { fault: `${SR}.lifecycle.courses.list-descending`, why: 'The list may have any order.' },
  [`${SR}.pagination.others-whole`]: {
    fault: `${SR}.pagination.courses.capped-unasked`,
    why: 'The service may return only the first records.',
  },
  [`${SR}.query.unknown-ignored`]: {
    fault: `${SR}.shape.query-refused`,
    why: 'An unknown parameter may be rejected or have an effect.',
  },
  [`${SR}.methods.no-override`]: {
    fault: `${SR}.shape.method-override-honoured`,
    why: 'The service may honour the header.',
  },
  [`${SR}.token.members-required`]: {
    fault: 'identity-provider.assertion.iat-missing.off',
    why: 'The request may omit the claims.',
  },
  [`${SR}.token.audience-since`]: {
    fault: 'identity-provider.assertion.token-aud-missing.off',
    why: 'The version is earlier than the first version that requires the claim.',
  },
  [`${SR}.fields.unique`]: {
    fault: `${SR}.validation.students.record.unique.off`,
    why: 'Fields that are not listed may have duplicate values.',
  },
  [`${SR}.dates.not-future`]: {
    fault: `${SR}.validation.students.date_of_birth.not-in-future.off`,
    why: 'Dates that are not listed may be in the future.',
  },
  [`${PO}.access.token-kind`]: {
    fault: `${PO}.token.signature.off`,
    why: 'The token has no claims that could be invalid.',
  },
  [`${SR}.access.token-kind`]: {
    fault: `${SR}.token.signature.off`,
    why: 'The token has no claims that could be invalid.',
  },
  [`${PO}.access.token-issuer`]: {
    fault: `${PO}.token.audience.off`,
    why: 'A token for another organisation cannot be requested.',
  },
  [`${SR}.access.token-issuer`]: {
    fault: `${SR}.token.audience.off`,
    why: 'A token for another organisation cannot be requested.',
  },
  [`${PO}.access.order`]: {
    fault: `${PO}.reception.id-before-token`,
    why: 'The source does not specify which of the two is checked first.',
  },
  [`${SR}.access.order`]: {
    fault: `${SR}.reception.id-before-token`,
    why: 'The source does not specify which of the two is checked first.',
  },
  [`${PO}.responses.time-budget`]: {
    fault: `${PO}.partners.read.latency`,
    why: 'The response arrives within the longer time limit.',
  },
  [`${SR}.responses.time-budget`]: {
    fault: `${SR}.students.read.latency`,
    why: 'The response arrives within the longer time limit.',
  },
  [`${SR}.methods.put`]: {
    fault: `${SR}.habit.put-taken-for-patch`,
    why: 'The source does not specify the effect of PUT.',
  },
  [`${SR}.token.skew`]: {
    fault: 'identity-provider.assertion.clock-tolerant',
    why: 'The tested times differ by more than the larger tolerance.',
  },
  [`${SR}.pagination.elsewhere-maximum`]: {
    fault: `${SR}.pagination.campuses.page-size-ignored`,
    why: 'A page has no more records than where paging is enforced.',
  },
};
