/** What each kind of fault can touch, as data. What is in no table is looked for everywhere it could be. */

export interface Cases {
  readonly all?: true;
  /** Whole groups of these aspects, or of all but those in `not`. */
  readonly aspects?: readonly string[];
  readonly not?: readonly string[];
  /** And cases that carry a check of one of these rules. */
  readonly rules?: readonly string[];
  /** Only of these operations, `<endpoint>/<operation>`. */
  readonly operations?: readonly string[];
}

const SUCCESS: Cases = { aspects: ['success'] };
/** One refusal of each kind that an operation may be asked for. */
const REFUSAL: Cases = { rules: ['access.none', 'lifecycle.unknown-id', 'token.grant-type', 'media.not-acceptable'] };
const PATH: Cases = { aspects: ['methods'] };

/** By operator; an operator that is not here is looked for in every case of its operation. */
export const OPERATOR_CASES: Readonly<Record<string, Cases>> = {
  'status-500': SUCCESS,
  'status-404': SUCCESS,
  'status-changed': SUCCESS,
  'status-201': SUCCESS,
  'status-302': SUCCESS,
  'status-401': SUCCESS,
  'status-405': SUCCESS,
  'status-503': SUCCESS,
  'retry-after-malformed': SUCCESS,
  'no-content-with-content': SUCCESS,
  'body-on-error-status': SUCCESS,
  'refusal-as-200': { aspects: ['access', 'negotiation'], rules: ['lifecycle.unknown-id', 'lifecycle.malformed-id', 'lifecycle.other-party', 'token.grant-type'] },
  'refusal-as-500': { aspects: ['access', 'negotiation'], rules: ['lifecycle.unknown-id', 'lifecycle.malformed-id', 'lifecycle.other-party', 'token.grant-type'] },
  'content-type-wrong': SUCCESS,
  'content-type-missing': SUCCESS,
  'content-type-vendor': SUCCESS,
  'content-length-wrong': SUCCESS,
  'date-missing': SUCCESS,
  'date-malformed': SUCCESS,
  'www-authenticate-missing': { rules: ['access.none', 'access.garbage'] },
  'www-authenticate-empty': { rules: ['access.none', 'access.garbage'] },
  'allow-missing': PATH,
  'allow-wrong': PATH,
  'cache-control-missing': SUCCESS,
  'cache-control-public': SUCCESS,
  'body-member-dropped': SUCCESS,
  'body-member-renamed': SUCCESS,
  'body-member-retyped': SUCCESS,
  'body-member-null': SUCCESS,
  'body-member-added': SUCCESS,
  'body-empty': SUCCESS,
  'body-wrapped': SUCCESS,
  'json-malformed': SUCCESS,
  'json-byte-order-mark': SUCCESS,
  'json-member-twice': SUCCESS,
  'body-html-error': REFUSAL,
  'error-empty': REFUSAL,
  'error-detail-missing': REFUSAL,
  'error-member-added': REFUSAL,
  'error-problem-json': REFUSAL,
  'error-beside-data': REFUSAL,
  'error-stack-leak': REFUSAL,
  'error-known-message': REFUSAL,
  'connection-reset': SUCCESS,
  'body-truncated': SUCCESS,
  latency: SUCCESS,
  'burst-429': { aspects: ['load'] },
  'head-body': PATH,
  'head-404': PATH,
  'options-404': PATH,
  '405-as-200': PATH,
  '405-as-404': PATH,
};

/** By check that is left out: the rules that look for it. */
export const VALIDATION_CASES: Readonly<Record<string, readonly string[]>> = {};

export const LIFECYCLE_CASES: Readonly<Record<string, Cases>> = {
  'refused-write-stored': { not: ['success', 'access', 'methods', 'negotiation', 'pagination', 'load', 'input'], rules: ['input.no-trace'] },
  'refused-update-stored': { not: ['success', 'access', 'methods', 'negotiation', 'pagination', 'load', 'input'] },
  'location-missing': SUCCESS,
  'location-wrong': { aspects: ['success', 'lifecycle'] },
};

export const SHAPE_CASES: Readonly<Record<string, Cases>> = {};

export const TOKEN_CASES: Readonly<Record<string, Cases>> = {};

/** By id, or by `*.` and the end of it. */
export const SPECIFIC_CASES: Readonly<Record<string, Cases>> = {};
