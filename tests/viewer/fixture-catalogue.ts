/** What the morning's report is made of. Invented, of the real shape. */
import type { Basis, Level, ReportOpenPoint } from '../../src/report/model.ts';

export const STUDENT = 'student-reporting';
export const PARTNER = 'partner-onboarding';
export const VERSIONS = [
  { service: PARTNER, spec: '1.0.0' },
  { service: STUDENT, spec: '2.1.05' },
  { service: STUDENT, spec: '2.1.06' },
  { service: STUDENT, spec: '3.0.8' },
  { service: STUDENT, spec: '4.0.1' },
] as const;

export interface FixtureEndpoint {
  readonly service: string;
  readonly name: string;
  readonly path: string;
  readonly singular: string;
  readonly operations: readonly string[];
  readonly fields: readonly string[];
  readonly specs?: readonly string[];
}

const CRUD = ['create', 'read', 'list', 'update', 'delete'] as const;

export const ENDPOINTS: readonly FixtureEndpoint[] = [
  { service: PARTNER, name: 'partners', path: '/partners', singular: 'partner', operations: ['create', 'read', 'update'], fields: ['name', 'abn', 'contact_email'] },
  { service: PARTNER, name: 'partner-channels', path: '/partners/7/channels', singular: 'channel', operations: ['delete'], fields: ['channels'] },
  { service: STUDENT, name: 'token', path: '/token', singular: 'token', operations: ['request'], fields: ['sub', 'aud', 'token.aud', 'iss', 'exp', 'iat', 'kid'] },
  { service: STUDENT, name: 'students', path: '/students', singular: 'student', operations: CRUD, fields: ['student_identification_code', 'date_of_birth', 'gender_code', 'tfn', 'chessn', 'usi'] },
  { service: STUDENT, name: 'student-citizenships', path: '/students/10442/citizenships', singular: 'citizenship', operations: CRUD, fields: ['citizen_resident_code', 'citizenship_effective_from_date'] },
  { service: STUDENT, name: 'student-disabilities', path: '/students/10442/disabilities', singular: 'disability', operations: CRUD, fields: ['disability_code', 'disability_effective_from_date'] },
  { service: STUDENT, name: 'commonwealth-scholarships', path: '/students/10442/commonwealth-scholarships', singular: 'commonwealth_scholarship', operations: CRUD, fields: ['scholarship_type', 'amount'] },
  { service: STUDENT, name: 'courses', path: '/courses', singular: 'course', operations: CRUD, fields: ['course_code', 'course_name', 'standard_course_duration'] },
  { service: STUDENT, name: 'courses-of-study', path: '/courses-of-study', singular: 'course_of_study', operations: CRUD, fields: ['course_of_study_code', 'course_of_study_type'] },
  { service: STUDENT, name: 'campuses', path: '/campuses', singular: 'campus', operations: CRUD, fields: ['delivery_location_code', 'campus_postcode'] },
  { service: STUDENT, name: 'courses-on-campus', path: '/courses-on-campus', singular: 'course_on_campus', operations: CRUD, fields: ['courses_uid', 'campuses_uid', 'indicative_fee'] },
  { service: STUDENT, name: 'tac-offers', path: '/courses-on-campus/88/courses-on-campus-tac-offers', singular: 'courses_on_campus_tac_offer', operations: CRUD, fields: ['tac_offer_code'] },
  { service: STUDENT, name: 'units-of-study', path: '/units-of-study', singular: 'unit_of_study', operations: CRUD, fields: ['unit_of_study_code', 'discipline_code'] },
  { service: STUDENT, name: 'unit-enrolments', path: '/unit-enrolments', singular: 'unit_enrolment', operations: CRUD, fields: ['unit_of_study_code', 'census_date', 'eftsl', 'amount_charged'] },
  { service: STUDENT, name: 'loans', path: '/loans', singular: 'loan', operations: CRUD, fields: ['loan_type_code', 'loan_fee'], specs: ['3.0.8', '4.0.1'] },
  { service: STUDENT, name: 'help-balance', path: '/help-balance', singular: 'help_balance', operations: ['read'], fields: ['chessn'], specs: ['2.1.05', '2.1.06', '3.0.8'] },
];

export interface FixtureRule {
  readonly id: string;
  readonly aspect: string;
  readonly title: string;
  readonly explain: string;
  readonly requirement: string;
  readonly on?: readonly string[];
  readonly endpoints?: readonly string[];
  readonly perField?: boolean;
  /** What is done to each field. */
  readonly done?: string;
}

export const RULES: readonly FixtureRule[] = [
  { id: 'http.date-present', aspect: 'http', title: 'A Date header is present', explain: 'An origin server with a clock dates its answers; caches and signatures depend on it. The usual cause is a gateway that strips the header.', requirement: 'http.date-present' },
  { id: 'http.status-documented', aspect: 'http', title: 'The status is one that the contract knows', explain: 'A status that the contract does not name leaves a client without a rule.', requirement: 'http.status-documented' },
  { id: 'http.method-unsupported', aspect: 'http', title: 'An unsupported method is refused with 405 and Allow', explain: 'The Allow header tells the client what it may do instead.', requirement: 'http.allow-present' },
  { id: 'body.schema', aspect: 'body', title: 'The body matches the schema of its version', explain: 'Every member has the type and presence that this spec version declares.', requirement: 'student-reporting.envelope.shape' },
  { id: 'errors.no-leak', aspect: 'errors', title: 'No stack trace leaks', explain: 'Class names and stack frames help an attacker and nobody else. A default error page of the framework is the usual cause.', requirement: 'http.no-internals' },
  { id: 'errors.shape', aspect: 'errors', title: 'A refusal has the declared error shape', explain: 'A client that can read one error can read them all.', requirement: 'student-reporting.errors.shape' },
  { id: 'token.missing', aspect: 'tokens', title: 'A call without an access token is refused', explain: 'No credentials, no data: 401 with a challenge.', requirement: 'http.unauthenticated-401' },
  { id: 'token.other-service', aspect: 'tokens', title: 'A token for another service is refused', explain: 'An access token is good for the service in its audience and for no other.', requirement: 'student-reporting.token.audience' },
  { id: 'token.other-party', aspect: 'tokens', title: 'Another organisation’s record is not shown', explain: 'A record belongs to the organisation that reported it.', requirement: 'student-reporting.token.isolation', on: ['read'] },
  { id: 'pagination.cap', aspect: 'pagination', title: 'A bulk read returns at most 200 records', explain: 'The cap holds whether a page is asked for or not.', requirement: 'student-reporting.pagination.cap-200', on: ['list'], endpoints: ['unit-enrolments'] },
  { id: 'pagination.headers', aspect: 'pagination', title: 'Page headers are sent when a page is asked for', explain: 'Current, next, previous and total are given in response headers.', requirement: 'student-reporting.pagination.headers', on: ['list'] },
  { id: 'pagination.partition', aspect: 'pagination', title: 'The pages hold every record once', explain: 'Walking the pages loses nothing and repeats nothing.', requirement: 'student-reporting.pagination.partition', on: ['list'] },
  { id: 'lifecycle.round-trip', aspect: 'lifecycle', title: 'What was written is read back', explain: 'Every member that was accepted is found again under the uid that the service gave.', requirement: 'student-reporting.lifecycle.round-trip', on: ['create', 'update'] },
  { id: 'lifecycle.gone', aspect: 'lifecycle', title: 'What was deleted is gone', explain: 'A read after a delete answers 404.', requirement: 'student-reporting.lifecycle.gone', on: ['delete'] },
  { id: 'input.array-form', aspect: 'input', title: 'A TAC offer in the array form is refused', explain: 'Since the change one object is posted, not an array.', requirement: 'student-reporting.tac-offers.single-object', on: ['create'], endpoints: ['tac-offers'] },
  { id: 'input.missing', aspect: 'input', title: 'A missing required member is refused', explain: 'One member is left out of an otherwise good request; the answer names it.', requirement: 'student-reporting.input.required', perField: true, done: 'is left out', on: ['create', 'request'] },
  { id: 'input.type', aspect: 'input', title: 'A member of the wrong type is refused', explain: 'One member has another JSON type in an otherwise good request.', requirement: 'student-reporting.input.types', perField: true, done: 'has another JSON type', on: ['create', 'update', 'request'] },
  { id: 'input.boundary', aspect: 'input', title: 'The longest allowed value is accepted', explain: 'The positive control next to the boundary.', requirement: 'student-reporting.input.lengths', perField: true, done: 'has the full length', on: ['create', 'update'] },
  { id: 'input.today', aspect: 'input', title: 'Today is not the future', explain: 'A date that may not lie in the future may be today. Comparing moments in UTC instead of dates is the usual cause.', requirement: 'student-reporting.citizenship.today', on: ['create', 'update'], endpoints: ['student-citizenships'] },
];

export interface FixtureRequirement {
  readonly id: string;
  readonly text: string;
  readonly level: Level;
  readonly basis: Basis;
  readonly section: string;
  readonly openPoints?: readonly string[];
  readonly excluded?: string;
  readonly since?: string;
  readonly until?: string;
  readonly changes?: Readonly<Record<string, string>>;
}

export const REQUIREMENTS: readonly FixtureRequirement[] = [
  { id: 'http.date-present', text: 'An answer of class 2xx, 3xx or 4xx carries a Date header.', level: 'MUST', basis: 'standard', section: 'RFC 9110 §6.6.1' },
  { id: 'http.status-documented', text: 'Every answer has a status that the contract knows for its operation and version.', level: 'MUST', basis: 'documented', section: 'student-reporting §7' },
  { id: 'http.allow-present', text: 'A 405 answer lists the supported methods in Allow.', level: 'MUST', basis: 'standard', section: 'RFC 9110 §15.5.6' },
  { id: 'http.no-internals', text: 'No answer shows the inside of the service.', level: 'SHOULD', basis: 'standard', section: 'RFC 9457 §5' },
  { id: 'http.unauthenticated-401', text: 'A call without valid credentials is refused with 401.', level: 'SHOULD', basis: 'standard', section: 'RFC 9110 §11.4' },
  { id: 'student-reporting.envelope.shape', text: 'A success is wrapped in an envelope of success and result, and every member has its declared type.', level: 'MUST', basis: 'assumed', section: 'student-reporting §2', openPoints: ['student-reporting.envelope.uid-type'], changes: { '3.0.8': 'Unit enrolments, units of study, loans and HELP balance have new members.' } },
  { id: 'student-reporting.errors.shape', text: 'A validation fault is answered with 400 and a list of errors that name the member.', level: 'MUST', basis: 'documented', section: 'student-reporting §7' },
  { id: 'student-reporting.token.audience', text: 'The access token is asked for one service, named in token.aud, and good for it alone.', level: 'MUST', basis: 'documented', section: 'student-reporting §5 rule 3', changes: { '2.1.06': 'The claim token.aud became required.' } },
  { id: 'student-reporting.token.isolation', text: 'An organisation reads its own records only.', level: 'MUST', basis: 'assumed', section: 'student-reporting §5' },
  { id: 'student-reporting.pagination.cap-200', text: 'A bulk read of unit enrolments returns at most 200 records per call.', level: 'MUST', basis: 'documented', section: 'student-reporting §4 rule 1' },
  { id: 'student-reporting.pagination.headers', text: 'With pagination enabled, response headers carry the current, next and previous page number and the total page count.', level: 'MUST', basis: 'confirmed', section: 'student-reporting §4 rule 3', openPoints: ['student-reporting.pagination.response-headers'] },
  { id: 'student-reporting.pagination.partition', text: 'The pages together hold every record exactly once.', level: 'MUST', basis: 'assumed', section: 'student-reporting §4 rule 3', openPoints: ['student-reporting.pagination.order'] },
  { id: 'student-reporting.lifecycle.round-trip', text: 'A record is read back as it was written.', level: 'MUST', basis: 'documented', section: 'student-reporting §4' },
  { id: 'student-reporting.lifecycle.gone', text: 'A removed record can no longer be read.', level: 'MUST', basis: 'assumed', section: 'student-reporting §4', openPoints: ['student-reporting.lifecycle.after-delete'] },
  { id: 'student-reporting.tac-offers.single-object', text: 'A TAC offer is posted as one JSON object, never as an array.', level: 'MUST', basis: 'documented', section: 'student-reporting §4 and §9', since: '2.1.06', changes: { '2.1.06': 'The array was replaced by a single object.' } },
  { id: 'student-reporting.tac-offers.array', text: 'TAC offers are posted as an array.', level: 'MUST', basis: 'documented', section: 'student-reporting §9', until: '2.1.05' },
  { id: 'student-reporting.input.required', text: 'A request without a required member is refused with 400.', level: 'MUST', basis: 'documented', section: 'student-reporting §7' },
  { id: 'student-reporting.input.types', text: 'A member of another type than declared is refused with 400.', level: 'MUST', basis: 'documented', section: 'student-reporting §7' },
  { id: 'student-reporting.input.lengths', text: 'A value of the greatest declared length is accepted.', level: 'SHOULD', basis: 'assumed', section: 'student-reporting §2' },
  { id: 'student-reporting.citizenship.today', text: 'A citizenship effective-from date of today is not in the future.', level: 'MUST', basis: 'documented', section: 'student-reporting §7' },
  { id: 'student-reporting.outages.announced', text: 'The operator announces outages of the test environment.', level: 'MAY', basis: 'documented', section: 'student-reporting §1', excluded: 'An announcement is made by people; no request can show it.' },
  { id: 'partner-onboarding.plan.quota', text: 'The default plan sets no limit on five quota values.', level: 'MAY', basis: 'documented', section: 'partner-onboarding §8', excluded: 'The names of the values and the operations they apply to are not shown.' },
];

export const OPEN_POINTS: readonly ReportOpenPoint[] = [
  { id: 'student-reporting.envelope.uid-type', service: STUDENT, question: 'Is a record’s uid a number or a text?', default: 'integer', reason: 'domain §1.4: clients cast it to a long', section: 'student-reporting §2', checks: 0 },
  { id: 'student-reporting.pagination.response-headers', service: STUDENT, question: 'What are the page headers of an answer called?', default: 'tcsi-pagination-current-page', reason: 'convention: the prefix of the request headers', section: 'student-reporting §4', answer: 'tcsi-pagination-page', checks: 0 },
  { id: 'student-reporting.pagination.order', service: STUDENT, question: 'Is the order of a bulk read stable?', default: true, reason: 'convention: pages make no sense otherwise', section: 'student-reporting §4', checks: 0 },
  { id: 'student-reporting.lifecycle.after-delete', service: STUDENT, question: 'What answers a read of a removed record?', default: 404, reason: 'RFC 9110 §15.5.5', section: 'student-reporting §4', checks: 0, answersIn: { '4.0.1': 410 } },
  { id: 'student-reporting.loans.fields', service: STUDENT, question: 'Are the members of loans as in the contract?', kind: 'confirm', default: 'confirmed', reason: 'convention: a member is what its element is', section: 'student-reporting §2', answer: 'confirmed', places: ['contracts/student-reporting/loans.yaml:8'], checks: 0 },
  { id: 'student-reporting.courses.fields', service: STUDENT, question: 'Are the members of courses as in the contract?', kind: 'confirm', default: 'confirmed', reason: 'convention: a member is what its element is', section: 'student-reporting §2', places: ['contracts/student-reporting/courses.yaml:8'], checks: 0 },
];
