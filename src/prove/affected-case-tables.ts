/**
 * Tables of the cases that each kind of fault can affect. A fault without an entry is searched in all possible cases.
 */
import type { RulePattern } from '../model/check-scope.ts';

export interface CaseSelection {
  /** Whole groups of these aspects, or of all except those in `not`. */
  readonly aspects?: readonly string[];
  readonly not?: readonly string[];
  /** And cases with a check of one of these rules; `access.*` is a whole family. */
  readonly rules?: readonly string[];
}

/** Aspects of generated cases; all others are of declared cases. */
export const GENERATED_ASPECTS: readonly string[] = [
  'success',
  'definition',
  'lifecycle',
  'input',
  'pagination',
  'token',
  'access',
  'methods',
  'undeclared',
  'negotiation',
  'load',
];

const SUCCESS: CaseSelection = { aspects: ['success', 'definition'] };
/** One rejection of each kind that is possible for every operation. */
const REFUSAL: CaseSelection = {
  rules: ['access.none', 'lifecycle.unknown-id', 'token.grant-type', 'media.not-acceptable'],
};
/** For faults in bodies: the body of a success, or of a rejection if a success has none. */
const ANY_BODY: CaseSelection = { aspects: ['success', 'definition'], rules: REFUSAL.rules ?? [] };
const REFUSALS: CaseSelection = {
  aspects: ['access', 'negotiation'],
  rules: [
    'lifecycle.unknown-id',
    'lifecycle.malformed-id',
    'lifecycle.near-id',
    'lifecycle.other-party',
    'lifecycle.other-party-next',
    'lifecycle.other-party-below',
    'token.grant-type',
    'method.*',
  ],
};
/** Rejections of the whole body. */
const EVERY_BODY = [
  'input.malformed-json',
  'input.truncated-json',
  'input.empty-body',
  'input.wrong-top-level',
  'input.deep-nesting',
  'input.duplicate-member',
  'input.huge-body',
];
const LONG_BODY: CaseSelection = {
  rules: ['input.large-batch', 'input.long-list', 'input.longest', 'input.huge-body'],
};
/** Rejections that name the invalid part of the request. */
const NAMED_MEMBER: CaseSelection = {
  not: GENERATED_ASPECTS,
  rules: [
    'input.unknown-member',
    'input.read-only',
    'input.correlation-*',
    'input.wrong-type',
    'input.*-for-*',
    'input.missing',
    'page.refused',
  ],
};
const PATH: CaseSelection = { aspects: ['methods', 'undeclared'] };
const CHALLENGE: CaseSelection = { rules: ['access.none', 'access.garbage'] };

/** Operators that affect every call to the path: an operation represents its whole path. A burst of POSTs fills a list. */
export const PATH_OPERATORS: readonly string[] = [
  'burst-429',
  'allow-missing',
  'allow-wrong',
  'options-404',
  '405-as-200',
  '405-as-404',
  'head-body',
  'head-204',
  'head-length-wrong',
  'trace-reflected',
];

/** Cases by operator; other operators are searched in every case of their operation. */
export const OPERATOR_CASES: Readonly<Record<string, CaseSelection>> = {
  'status-500': SUCCESS,
  'status-404': SUCCESS,
  'status-changed': SUCCESS,
  'status-201': SUCCESS,
  'location-inner': SUCCESS,
  'status-401': SUCCESS,
  'status-405': SUCCESS,
  'status-405-offered': SUCCESS,
  'retry-after-malformed': SUCCESS,
  'no-content-with-content': SUCCESS,
  'refusal-as-200': {
    ...REFUSALS,
    rules: [...(REFUSALS.rules ?? []), ...EVERY_BODY, 'input.wrong-type', 'input.correlation-*'],
  },
  'refusal-as-500': REFUSALS,
  'content-type-wrong': SUCCESS,
  'content-type-missing': SUCCESS,
  'content-length-wrong': SUCCESS,
  'date-missing': SUCCESS,
  'www-authenticate-missing': CHALLENGE,
  'allow-missing': PATH,
  'allow-wrong': PATH,
  'cache-control-missing': SUCCESS,
  'body-member-dropped': SUCCESS,
  'body-member-null': SUCCESS,
  'body-member-added': SUCCESS,
  'body-wrapped': SUCCESS,
  'json-malformed': ANY_BODY,
  'json-member-twice': ANY_BODY,
  'number-unsafe': ANY_BODY,
  // These cases send values that can be recognised in the response.
  'error-echo': { ...SUCCESS, rules: ['lifecycle.update-each'] },
  'status-206': SUCCESS,
  'status-304': SUCCESS,
  'not-modified-bare': { rules: ['media.condition-date', 'media.range-unit'] },
  'status-415': SUCCESS,
  'challenge-bare': SUCCESS,
  'challenge-error-wrong': SUCCESS,
  'strict-transport-over-plain': SUCCESS,
  'last-modified-future': SUCCESS,
  'last-modified-malformed': SUCCESS,
  'expires-zero': SUCCESS,
  'vary-malformed': SUCCESS,
  'link-without-rel': SUCCESS,
  'problem-of-another-status': REFUSAL,
  'problem-of-another-form': REFUSAL,
  'date-twice': SUCCESS,
  'length-beside-chunks': SUCCESS,
  'transfer-coding-unknown': ANY_BODY,
  'charset-another': ANY_BODY,
  'etag-unquoted': SUCCESS,
  'any-origin-with-credentials': SUCCESS,
  'cookie-bare': SUCCESS,
  'server-version': SUCCESS,
  'token-echoed': SUCCESS,
  'error-cacheable': REFUSAL,
  'body-html-error': REFUSAL,
  'error-beside-data': REFUSAL,
  'error-stack-leak': REFUSAL,
  'error-known-message': REFUSAL,
  'connection-reset': SUCCESS,
  'body-truncated': ANY_BODY,
  latency: SUCCESS,
  'burst-429': { aspects: ['load'], rules: ['burst.*'] },
  'head-body': PATH,
  'options-404': PATH,
  'head-204': PATH,
  'head-length-wrong': PATH,
  'trace-reflected': PATH,
  '405-as-200': PATH,
  '405-as-404': PATH,
};

/** Cases by kind of a fault in one field, in addition to those that name the field. */
export const FIELD_CASES: Readonly<Record<string, CaseSelection>> = {
  validation: {},
  strictness: {
    aspects: ['success'],
    rules: ['lifecycle.read-back', 'lifecycle.update-*', 'lifecycle.clear-each', 'input.each-listed-inside'],
  },
  storage: {
    rules: [
      'lifecycle.read-back',
      'lifecycle.update-*',
      'lifecycle.clear-each',
      'lifecycle.nothing-added',
      'input.longest-stored',
      'input.digits-stored',
      'input.signs-stored',
      'input.escapes-stored',
      'input.zeros-kept',
      'input.blanks-kept',
      'input.{blanks,astral}-stored',
      'input.words-kept',
      'input.addresses-kept',
    ],
  },
};

/** Everything about a list that depends on paging. */
export const PAGE_CASES: CaseSelection = {
  not: ['access', 'methods', 'undeclared', 'negotiation', 'load', 'definition'],
};

const UNTOUCHED_BY_LIFE = ['access', 'methods', 'undeclared', 'negotiation', 'pagination', 'load', 'input'];

export const LIFECYCLE_CASES: Readonly<Record<string, CaseSelection>> = {
  '*': { not: UNTOUCHED_BY_LIFE, rules: ['input.no-trace*', 'lifecycle.update-atomic'] },
  'empty-list-404': { aspects: ['success', 'lifecycle'] },
};

export const SHAPE_CASES: Readonly<Record<string, CaseSelection>> = {
  'id-before-token': { rules: ['access.before-*'] },
  'text-normalised': { rules: ['input.text-trap', 'input.signs-stored'] },
  'scheme-any': { rules: ['access.other-scheme'] },
  'trailing-slash-accepted': PATH,
  'top-level-coerced': { rules: EVERY_BODY },
  'forged-carried-out': { rules: ['lifecycle.refused-untouched'] },
  'foreign-carried-out': { rules: ['lifecycle.other-party-untouched'] },
  'unwanted-carried-out': { rules: ['media.not-acceptable-untouched'] },
  'lists-of-the-last-writer': { rules: ['access.canary', 'page.own-alone'] },
  'condition-before-id': { rules: ['media.condition-refused'] },
  'slashes-cut': { rules: ['input.addresses-kept', 'lifecycle.read-back'] },
  'old-assertion-refused': { rules: ['token.boundary'] },
  'unknown-member-accepted': { not: GENERATED_ASPECTS, rules: ['input.unknown-member', 'input.read-only'] },
  'empty-text-as-null': { rules: ['input.empty-*', 'input.too-short'] },
  'duplicate-names-accepted': { rules: ['input.duplicate-member'] },
  'media-type-accepted': { rules: ['media.*'] },
  'wrong-type-accepted': { not: GENERATED_ASPECTS, rules: ['input.wrong-type'] },
  'size-unlimited': { rules: ['input.huge-body'] },
  'size-2-kib': LONG_BODY,
  'size-8-kib': LONG_BODY,
  'malformed-json-500': { rules: EVERY_BODY },
  'detail-unnamed': NAMED_MEMBER,
  'encoded-path-unknown': PATH,
  'options-same-everywhere': { rules: ['method.*'] },
  'unknown-path-200': PATH,
  'unknown-path-html': PATH,
  'long-target-500': { rules: ['path.over-long'] },
  'query-refused': { rules: ['query.ignored', 'path.over-long'] },
  'charset-refused': { rules: ['media.*'] },
  'range-refused': { rules: ['media.range-unit'] },
  'accept-required': { rules: ['media.accept-absent'] },
  'origin-reflected': { rules: ['media.origin-not-reflected'] },
  'get-content-believed': { rules: ['method.get-content'] },
  'method-override-honoured': { rules: ['method.override'] },
  'head-forgets': { rules: ['method.safe'] },
  'leading-zero-accepted': { rules: ['input.leading-zero'] },
  'array-unpacked': { rules: ['input.array-for-text', 'input.array-for-value'] },
  'numbers-as-texts': { rules: ['input.number-for-text'] },
  'truth-as-texts': { rules: ['input.boolean-for-text'] },
  'malformed-request-500': { aspects: ['raw'] },
  'stops-when-malformed': { aspects: ['raw'], rules: ['*.{still-responds,malformed-json,before-body,grant-type}'] },
  'scheme-case-sensitive': { rules: ['access.scheme-case'] },
  'head-refused': PATH,
  'head-of-anything': { rules: ['method.head-unknown'] },
  'path-suffix-ignored': PATH,
  'media-type-case-sensitive': { rules: ['media.*'] },
  'accept-any-refused': { rules: ['media.*'] },
  'accept-first-alone': { rules: ['media.accept-any'] },
  'query-over-path': { rules: ['query.path-kept'] },
  'content-expected': { rules: ['media.declared-without-content'] },
  'top-level-500': { rules: EVERY_BODY },
};

/** Cases in which a field value may be rejected: all declared ones, and these generated ones. */
const REFUSED_VALUES: CaseSelection = { not: GENERATED_ASPECTS.filter((a) => a !== 'input' && a !== 'lifecycle') };
const WRITES: readonly string[] = ['input', 'warnings', 'types', 'nested', 'members'];

/**
 * Cases by the end of the id of a fault that any service can have. Faults of a single service define their own cases.
 */
export const SPECIFIC_CASES: Readonly<Record<string, CaseSelection>> = {
  // Faults of a whole service: cases whose responses show them.
  'habit.byte-order-mark': SUCCESS,
  'habit.said-to-be-gzip': SUCCESS,
  'habit.errors-html': REFUSAL,
  'habit.errors-empty': REFUSAL,
  'habit.errors-flat': REFUSAL,
  'habit.errors-texts': REFUSAL,
  'habit.errors-stack': REFUSAL,
  'habit.unknown-id-400': REFUSAL,
  'habit.refusals-503': { rules: EVERY_BODY },
  'habit.dates-slashed': { ...SUCCESS, rules: ['lifecycle.read-back'] },
  'habit.numbers-as-texts': SUCCESS,
  'habit.members-camel-case': SUCCESS,
  'habit.wrapped': SUCCESS,
  'habit.date-missing': SUCCESS,
  'habit.caching-unsaid': SUCCESS,
  'habit.throttled-one-in-seven': { aspects: ['success', 'access', 'load'] },
  'habit.writes-fail-one-in-seven': { aspects: ['success', 'input'] },
  'habit.put-taken-for-patch': { rules: ['method.unsupported'] },
  'habit.created-200': SUCCESS,
  'habit.reads-kept-for-everyone': { aspects: ['access'], rules: ['lifecycle.other-party-next'] },
  'habit.read-of-the-last': { rules: ['lifecycle.same-record*'] },
  'habit.reads-at-once-mixed': { rules: ['lifecycle.read-at-once'] },
  'habit.read-names-another': { rules: ['lifecycle.same-record*'] },
  'habit.update-names-another': { rules: ['lifecycle.same-record*'] },
  'habit.tag-of-the-address': { rules: ['conditional.changed-tag'] },
  'habit.any-tag-unchanged': { rules: ['conditional.stale-tag'] },
  'habit.if-match-unread': { rules: ['conditional.if-match*'] },
  'habit.read-changes-sometimes': { rules: ['method.safe-unread'] },
  'throttling.burst-429': { aspects: ['load'], rules: ['burst.*'] },
  'maintenance.retry-after-missing': SUCCESS,
  'maintenance.status-500': SUCCESS,
  'envelope.correlation-id-optional': { rules: ['input.correlation-*'] },
  'envelope.correlation-id-any-type': { rules: ['input.correlation-*'] },
  'envelope.correlation-id-in-small-letters': { rules: ['input.correlation-kept'] },
  'envelope.correlation-id-of-32': { rules: ['input.correlation-longest'] },
  'envelope.correlation-id-in-one-word': { rules: ['input.correlation-inner'] },
  'envelope.success-true-on-refusal': REFUSED_VALUES,
  'envelope.success-missing': { aspects: WRITES },
  'envelope.refusal-422': REFUSED_VALUES,
  'envelope.first-error-only': { not: GENERATED_ASPECTS },
  'envelope.identifier-digits-wrong': { not: GENERATED_ASPECTS.filter((a) => a !== 'input') },
  'envelope.field-unnamed': { aspects: WRITES },
};

/** Faults of tokens: cases with many calls in sequence. */
export const TOKEN_CASES: Readonly<Record<string, CaseSelection>> = {
  'refused-at-times': { aspects: ['success', 'lifecycle', 'input'] },
  // Only the access cases call some operations, once with each token.
  'refused-by-operation': { aspects: ['access', 'methods'] },
};

/** Rules that are judged by reading the created record. */
export const RULES_JUDGED_BY_READS: readonly RulePattern[] = ['http.made'];
