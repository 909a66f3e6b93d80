/** What the sample report is made of: services, versions, endpoints, rules, requirements. Invented, but of the real shape. */
import type { Basis, Level } from '../../src/report/model.ts';

export const SAMPLE_VERSIONS = [
  { service: 'partner-onboarding', spec: '1.0.0' },
  { service: 'student-reporting', spec: '2.1.05' },
  { service: 'student-reporting', spec: '2.1.06' },
  { service: 'student-reporting', spec: '3.0.8' },
  { service: 'student-reporting', spec: '4.0.1' },
] as const;

export interface SampleEndpoint {
  readonly service: string;
  readonly name: string;
  readonly path: string;
  readonly singular: string;
  readonly operations: readonly string[];
  readonly fields: readonly string[];
}

const CRUD = ['create', 'read', 'list', 'update', 'delete'] as const;

export const SAMPLE_ENDPOINTS: readonly SampleEndpoint[] = [
  { service: 'partner-onboarding', name: 'partners', path: '/partners', singular: 'partner', operations: ['create', 'read', 'update', 'delete-channels'], fields: ['name', 'abn', 'contact_email', 'channels', 'environment'] },
  { service: 'student-reporting', name: 'token', path: '/token', singular: 'token', operations: ['request'], fields: ['sub', 'aud', 'token.aud', 'iss', 'exp', 'iat', 'kid', 'alg'] },
  { service: 'student-reporting', name: 'students', path: '/students', singular: 'student', operations: CRUD, fields: ['student_identification_code', 'date_of_birth', 'student_family_name', 'student_given_name_first', 'residential_address_street', 'residential_address_state', 'tfn', 'chessn', 'usi', 'gender_code', 'language_spoken_at_home_code'] },
  { service: 'student-reporting', name: 'student-citizenships', path: '/students/{students_uid}/citizenships', singular: 'citizenship', operations: CRUD, fields: ['citizen_resident_code', 'citizenship_effective_from_date'] },
  { service: 'student-reporting', name: 'student-disabilities', path: '/students/{students_uid}/disabilities', singular: 'disability', operations: CRUD, fields: ['disability_code', 'disability_effective_from_date', 'disability_effective_to_date'] },
  { service: 'student-reporting', name: 'commonwealth-scholarships', path: '/students/{students_uid}/commonwealth-scholarships', singular: 'commonwealth_scholarship', operations: CRUD, fields: ['scholarship_type', 'scholarship_status_code', 'amount'] },
  { service: 'student-reporting', name: 'courses', path: '/courses', singular: 'course', operations: CRUD, fields: ['course_code', 'course_name', 'course_of_study_load', 'standard_course_duration', 'course_effective_from_date'] },
  { service: 'student-reporting', name: 'campuses', path: '/campuses', singular: 'campus', operations: CRUD, fields: ['delivery_location_code', 'campus_suburb', 'campus_postcode', 'campus_country_code'] },
  { service: 'student-reporting', name: 'courses-on-campus', path: '/courses-on-campus', singular: 'course_on_campus', operations: CRUD, fields: ['courses_uid', 'campuses_uid', 'effective_from_date', 'indicative_fee'] },
  { service: 'student-reporting', name: 'courses-on-campus-tac-offers', path: '/courses-on-campus/{courses_on_campus_uid}/courses-on-campus-tac-offers', singular: 'courses_on_campus_tac_offer', operations: CRUD, fields: ['tac_offer_code'] },
  { service: 'student-reporting', name: 'course-admissions', path: '/course-admissions', singular: 'course_admission', operations: CRUD, fields: ['courses_uid', 'commencement_date', 'study_mode_code', 'basis_for_admission_code'] },
  { service: 'student-reporting', name: 'unit-enrolments', path: '/unit-enrolments', singular: 'unit_enrolment', operations: CRUD, fields: ['unit_of_study_code', 'census_date', 'eftsl', 'amount_charged', 'student_status_code', 'unit_completion_status_code'] },
  { service: 'student-reporting', name: 'loans', path: '/loans', singular: 'loan', operations: CRUD, fields: ['loan_type_code', 'loan_fee', 'amount_paid_upfront'] },
];

export interface SampleRule {
  readonly id: string;
  readonly aspect: string;
  readonly title: string;
  readonly explain: string;
  readonly requirement: string;
  /** One check per field of the endpoint. */
  readonly perField?: boolean;
  /** Operations it is bound to; absent: all. */
  readonly on?: readonly string[];
  readonly where: string;
  readonly expected: string;
  readonly actual: string;
  readonly status: number;
}

export const SAMPLE_RULES: readonly SampleRule[] = [
  { id: 'http.date-present', aspect: 'http', title: 'Date header is present', explain: 'An origin server with a clock must date its answers. A gateway that strips the header is the usual cause.', requirement: 'http.date-present', where: 'header date', expected: 'an IMF-fixdate', actual: 'absent', status: 200 },
  { id: 'http.content-type', aspect: 'http', title: 'Content-Type is the declared media type', explain: 'A client parses by the media type. Framework error pages in HTML are the usual departure.', requirement: 'http.content-type', where: 'header content-type', expected: 'application/json', actual: 'text/html; charset=utf-8', status: 500 },
  { id: 'body.schema', aspect: 'body', title: 'Body matches the schema of its version', explain: 'Every member has the type and presence that the contract of this spec version declares.', requirement: 'student-reporting.envelope.shape', where: 'body#/0/result/student/students_uid', expected: 'integer', actual: 'string "10442"', status: 201 },
  { id: 'status.documented', aspect: 'http', title: 'Status is one that the contract knows', explain: 'A status that the contract does not name leaves a client without a rule. 5xx is never named.', requirement: 'http.status-documented', where: 'status', expected: '200, 400, 401 or 404', actual: '500', status: 500 },
  { id: 'auth.missing', aspect: 'auth', title: 'A call without an access token is refused', explain: 'No credentials, no data: 401 with a challenge.', requirement: 'http.unauthenticated-401', where: 'status', expected: '401', actual: '200', status: 200 },
  { id: 'auth.challenge', aspect: 'auth', title: '401 carries a challenge', explain: 'A 401 answer names at least one way to authenticate.', requirement: 'http.challenge-present', where: 'header www-authenticate', expected: 'at least one challenge', actual: 'absent', status: 401 },
  { id: 'errors.no-leak', aspect: 'errors', title: 'No stack trace leaks', explain: 'Class names and stack frames help an attacker and nobody else.', requirement: 'student-reporting.errors.no-internals', where: 'body', expected: 'no stack trace, class or file path', actual: 'at com.example.G2GConnector.post(G2GConnector.java:118)', status: 500 },
  { id: 'method.unsupported', aspect: 'http', title: 'An unsupported method is refused with 405 and Allow', explain: 'The Allow header tells the client what it may do instead.', requirement: 'http.allow-present', where: 'header allow', expected: 'GET, POST', actual: 'absent', status: 405 },
  { id: 'pagination.cap', aspect: 'pagination', title: 'A bulk read returns at most 200 records', explain: 'Pagination is enforced; the cap holds whether a page is asked for or not.', requirement: 'student-reporting.pagination.cap-200', on: ['list'], where: 'body#/result', expected: 'at most 200 records', actual: '201 records', status: 200 },
  { id: 'pagination.headers', aspect: 'pagination', title: 'Page headers are sent when a page is asked for', explain: 'Current, next, previous and total are given in response headers.', requirement: 'student-reporting.pagination.headers', on: ['list'], where: 'header tcsi-pagination-total-pages', expected: '3', actual: 'absent', status: 200 },
  { id: 'pagination.partition', aspect: 'pagination', title: 'The pages hold every record once', explain: 'Walking the pages loses nothing and repeats nothing.', requirement: 'student-reporting.pagination.partition', on: ['list'], where: 'exchange', expected: '405 distinct records', actual: '404 distinct records, 1 lost between page 1 and page 2', status: 200 },
  { id: 'lifecycle.round-trip', aspect: 'lifecycle', title: 'What was written is read back', explain: 'Every member that was accepted is found again under the uid that the service gave.', requirement: 'student-reporting.lifecycle.round-trip', on: ['create', 'update'], where: 'body#/result/student/gender_code', expected: '"X"', actual: 'null', status: 200 },
  { id: 'lifecycle.gone', aspect: 'lifecycle', title: 'What was deleted is gone', explain: 'A read after a delete answers 404.', requirement: 'student-reporting.lifecycle.gone', on: ['delete', 'delete-channels'], where: 'status', expected: '404', actual: '200', status: 200 },
  { id: 'input.missing', aspect: 'input', title: 'A missing required member is refused', explain: 'One member is left out of an otherwise good request; the answer names it.', requirement: 'fields', perField: true, on: ['create', 'request'], where: 'status', expected: '400', actual: '201', status: 201 },
  { id: 'input.type', aspect: 'input', title: 'A member of the wrong type is refused', explain: 'One member has another JSON type in an otherwise good request.', requirement: 'fields', perField: true, on: ['create', 'update', 'request'], where: 'status', expected: '400', actual: '500', status: 500 },
  { id: 'input.too-long', aspect: 'input', title: 'A text over its maximum length is refused', explain: 'Length is counted in characters.', requirement: 'fields', perField: true, on: ['create', 'update'], where: 'status', expected: '400', actual: '201', status: 201 },
  { id: 'input.null', aspect: 'input', title: 'Null is refused where a value is required', explain: 'Null is not the same as absent.', requirement: 'fields', perField: true, on: ['create', 'update', 'request'], where: 'body#/0/result/errors/0/error_identifier', expected: 'a 5-digit identifier that names the member', actual: '"G2G POST 4xx"', status: 400 },
  { id: 'input.boundary', aspect: 'input', title: 'The longest allowed value is accepted', explain: 'The positive control next to the boundary.', requirement: 'fields', perField: true, on: ['create', 'update'], where: 'status', expected: '201', actual: '400', status: 400 },
  { id: 'body.member', aspect: 'body', title: 'A member is given in the answer', explain: 'Every declared member of a stored record appears in an answer.', requirement: 'fields', perField: true, on: ['read', 'list', 'update'], where: 'body#/result', expected: 'present', actual: 'absent', status: 200 },
];

export interface SampleRequirement {
  readonly id: string;
  readonly text: string;
  readonly level: Level;
  readonly basis: Basis;
  readonly section: string;
  readonly openPoints?: readonly string[];
  readonly excluded?: string;
  readonly change?: { readonly spec: string; readonly text: string };
}

export const SAMPLE_REQUIREMENTS: readonly SampleRequirement[] = [
  { id: 'http.date-present', text: 'An answer of class 2xx, 3xx or 4xx carries a Date header.', level: 'MUST', basis: 'standard', section: 'RFC 9110 §6.6.1' },
  { id: 'http.content-type', text: 'An answer with content names its media type, and it is the declared one.', level: 'SHOULD', basis: 'standard', section: 'RFC 9110 §8.3' },
  { id: 'http.status-documented', text: 'Every answer has a status that the contract knows.', level: 'MUST', basis: 'documented', section: 'student-reporting §7' },
  { id: 'http.unauthenticated-401', text: 'A call without valid credentials is refused with 401.', level: 'SHOULD', basis: 'standard', section: 'RFC 9110 §11.4' },
  { id: 'http.challenge-present', text: 'A 401 answer carries at least one challenge.', level: 'MUST', basis: 'standard', section: 'RFC 9110 §15.5.2' },
  { id: 'http.allow-present', text: 'A 405 answer lists the supported methods in Allow.', level: 'MUST', basis: 'standard', section: 'RFC 9110 §15.5.6' },
  { id: 'student-reporting.envelope.shape', text: 'Answers are wrapped in the envelope of success and result.', level: 'MUST', basis: 'assumed', section: 'student-reporting §2', openPoints: ['student-reporting.envelope.members'], change: { spec: '3.0.8', text: 'Unit enrolments, units of study, loans and HELP balance change.' } },
  { id: 'student-reporting.errors.no-internals', text: 'No answer shows the inside of the service.', level: 'SHOULD', basis: 'standard', section: 'RFC 9457 §5' },
  { id: 'student-reporting.pagination.cap-200', text: 'A bulk read of unit enrolments returns at most 200 records.', level: 'MUST', basis: 'documented', section: 'student-reporting §4 rule 1' },
  { id: 'student-reporting.pagination.headers', text: 'With pagination enabled, response headers carry the current, next and previous page number and the total page count.', level: 'MUST', basis: 'confirmed', section: 'student-reporting §4 rule 3', openPoints: ['student-reporting.pagination.response-headers'] },
  { id: 'student-reporting.pagination.partition', text: 'The pages together hold every record exactly once.', level: 'MUST', basis: 'assumed', section: 'student-reporting §4 rule 3', openPoints: ['student-reporting.pagination.order'] },
  { id: 'student-reporting.lifecycle.round-trip', text: 'A record is read back as it was written.', level: 'MUST', basis: 'documented', section: 'student-reporting §4' },
  { id: 'student-reporting.lifecycle.gone', text: 'A removed record can no longer be read.', level: 'MUST', basis: 'assumed', section: 'student-reporting §4', openPoints: ['student-reporting.lifecycle.after-delete'] },
  { id: 'student-reporting.tac-offers.single-object', text: 'A TAC offer is posted as one object, not as an array.', level: 'MUST', basis: 'documented', section: 'student-reporting §4', change: { spec: '2.1.06', text: 'The array form of the request was replaced by a single object.' } },
  { id: 'student-reporting.outages.announced', text: 'The operator announces outages of the test environment.', level: 'MAY', basis: 'documented', section: 'student-reporting §1', excluded: 'An announcement is made by people; no request can show it.' },
  { id: 'partner-onboarding.plan.quota', text: 'The default plan sets no limit on five quota values.', level: 'MAY', basis: 'documented', section: 'partner-onboarding §8', excluded: 'That nothing is limited cannot be shown by any number of requests.' },
];

export const SAMPLE_OPEN_POINTS = [
  { id: 'student-reporting.envelope.members', question: 'What are the members of the envelope called?', default: ['success', 'result', 'correlation_id'], reason: 'domain: envelope, seen in client code', section: 'student-reporting §2' },
  { id: 'student-reporting.pagination.response-headers', question: 'What are the page headers of an answer called?', default: 'tcsi-pagination-current-page', reason: 'convention: the prefix of the request headers', section: 'student-reporting §4', answer: 'tcsi-pagination-page' },
  { id: 'student-reporting.pagination.order', question: 'Is the order of a bulk read stable?', default: true, reason: 'convention: pages make no sense otherwise', section: 'student-reporting §4' },
  { id: 'student-reporting.lifecycle.after-delete', question: 'What answers a read of a removed record?', default: 404, reason: 'RFC 9110 §15.5.5', section: 'student-reporting §4' },
] as const;
