/** A fault for each documented requirement that can block without answers. */
interface Seeded {
  readonly fault: string;
  /** The only endpoints to run. */
  readonly only?: readonly string[];
}

const SR = 'student-reporting';
const PO = 'partner-onboarding';
const LISTS = ['campuses', 'unit-enrolments'];
const onPages = (fault: string): Seeded => ({ fault: `${SR}.pagination.${fault}`, only: LISTS });

export const FAULTS: Readonly<Record<string, Seeded>> = {
  [`${PO}.channels.deleted`]: { fault: `${PO}.channels.delete-does-nothing` },
  [`${SR}.correlation.text`]: { fault: `${SR}.envelope.correlation-id-any-type`, only: ['campuses'] },
  [`${SR}.errors.validation-message`]: { fault: `${SR}.known-issue.g2g-post-4xx`, only: ['campuses'] },
  [`${SR}.errors.students-reachable`]: { fault: `${SR}.known-issue.could-not-connect`, only: ['students'] },
  [`${SR}.pagination.cap`]: onPages('unit-enrolments.cap-raised'),
  [`${SR}.pagination.request-headers`]: onPages('unit-enrolments.records-doubled'),
  [`${SR}.pagination.response-headers`]: onPages('unit-enrolments.current-page-missing'),
  [`${SR}.pagination.next-and-previous`]: onPages('unit-enrolments.next-page-wrong'),
  [`${SR}.pagination.total`]: onPages('unit-enrolments.total-pages-wrong'),
  [`${SR}.pagination.off`]: onPages('unit-enrolments.cap-ignored'),
  [`${SR}.pagination.off-no-headers`]: onPages('unit-enrolments.headers-unasked'),
  [`${SR}.pagination.elsewhere`]: onPages('campuses.current-page-missing'),
  [`${SR}.tac-offers.code`]: {
    fault: `${SR}.validation.courses-on-campus-tac-offers.tac_offer_code.required.off`,
    only: ['courses-on-campus-tac-offers'],
  },
  [`${SR}.token.token-aud`]: { fault: 'identity-provider.assertion.token-aud-missing.off' },
  [`${SR}.token.linked`]: { fault: 'identity-provider.assertion.link.off' },
};
