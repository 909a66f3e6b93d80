/** `report.json`, schema `plumbline.report/2`, and the types of its parts. */
import { FINDING_KINDS, RECORD_PLACES } from '../model/finding-kinds.ts';
import {
  choice,
  constant,
  Definitions,
  doc,
  integer,
  JSON_VALUE,
  list,
  map,
  number,
  object,
  partial,
  schemaFile,
  text,
  type Schema,
  type ValueOf,
} from './builder.ts';
import { COUNT, RUN } from './report-run.ts';
import { BASES, LEVELS } from './specs.ts';

const parts = new Definitions('report');

const BASIS = parts.define('basis', doc('Source of the requirement.', choice(...BASES)));
const LEVEL = choice(...LEVELS);
const VERDICTS = { fail: COUNT, inconclusive: COUNT, untested: COUNT, pass: COUNT, inapplicable: COUNT };
const VERDICT = parts.define('verdict', doc('Verdict of the check.', nameOf(VERDICTS)));
const DISPOSITIONS = {
  nonconforming: COUNT,
  'unexpected-pass': COUNT,
  undetermined: COUNT,
  'expected-failure': COUNT,
  conforming: COUNT,
};
const BY_BASIS = parts.define(
  'byBasis',
  partial({ documented: COUNT, standard: COUNT, confirmed: COUNT, practice: COUNT, assumed: COUNT }),
);
const SERVICE = doc('Name of the service.', text());
const VERSION = doc('Version.', text());

function nameOf<const Name extends string>(counts: Readonly<Record<Name, unknown>>): Schema<Name> {
  return choice(...(Object.keys(counts) as Name[]));
}

const FINDING = parts.define(
  'finding',
  object(
    {
      where: doc('Place in the exchange.', text()),
      expected: doc('Expected.', text()),
      actual: doc('Actual.', text()),
      evidence: doc('Id of the exchange.', text()),
    },
    {
      kind: doc(
        'Kind of failure, for programs. status: got, and due if known. absent: a missing field (with a schema: the field below `where`). lost: a missing value (expected is JSON). added: an unexpected value. value: another value (expected and actual are JSON, possibly cut). schema: another keyword of JSON Schema (keyword, asked and came). Pages: unlisted, a missing record (with its place, if known); stray, an unexpected record; again, a repeated record. no-list: no records where a list is expected. no-content, content. Rejections: no-entry, unnamed, or another code. not-utf-8, byte-order-mark, not-json. stack-frame: a part of a stack trace. Absent if there are only texts.',
        choice(...FINDING_KINDS),
      ),
      got: doc('Actual status.', integer()),
      due: doc('Expected statuses.', list(integer())),
      member: doc('Name of the missing field.', text()),
      keyword: doc('Keyword of JSON Schema.', text()),
      asked: doc('Expected type, format or code.', text()),
      came: doc('Actual type or code.', text()),
      place: doc(
        'Where the missing records are on the pages of a list: all, first or last of all in the order of creation, at the end or beginning of each page, between a full page and the next, or in the middle of a page.',
        choice(...RECORD_PLACES),
      ),
    },
  ),
);

export type Part = ValueOf<typeof PART>;
const PART = object({
  planned: doc('Checks that were selected.', COUNT),
  of: doc('Checks in the whole plan.', COUNT),
});

export type Counts = ValueOf<typeof COUNTS>;
const COUNTS = object({
  checks: doc('All checks.', COUNT),
  verdicts: doc('By verdict.', object(VERDICTS)),
  dispositions: doc('By disposition.', object(DISPOSITIONS)),
});

export type Summary = ValueOf<typeof SUMMARY>;
const SUMMARY = object(
  {
    service: SERVICE,
    spec: VERSION,
    result: doc(
      'Conformance of the service in this version. `conformant`: the whole plan was run, and every applicable mandatory check passes, including assumed ones. `nonconformant`: at least one documented, standard or confirmed check fails, waived or not. `undecided`: only assumed checks fail, or no documented, standard or confirmed check passes. `incomplete`: anything else, such as a partial run that passes.',
      choice('conformant', 'nonconformant', 'undecided', 'incomplete'),
    ),
    counts: COUNTS,
    failing: doc(
      'Failing checks by level and basis, without waived ones.',
      partial({ MUST: BY_BASIS, SHOULD: BY_BASIS, MAY: BY_BASIS }),
    ),
  },
  {
    confirmed: doc(
      'Present if the result is undecided: number of mandatory checks that are documented, standard or confirmed.',
      object({
        count: doc('Number of records.', COUNT),
        of: doc('All mandatory checks.', COUNT),
      }),
    ),
    part: doc("Present if the run covered only a part of this version's plan.", PART),
    excused: doc(
      'Waived failures. They remain nonconformities.',
      object({
        count: doc('Number of records.', integer({ minimum: 1 })),
        earliest: doc('First day on which one of their waivers expires.', text()),
      }),
    ),
  },
);

export type ReportRequirement = ValueOf<typeof REQUIREMENT>;
const REQUIREMENT = object(
  {
    id: doc('Id of the requirement.', text()),
    service: SERVICE,
    spec: VERSION,
    text: doc('The sentence.', text()),
    level: LEVEL,
    basis: BASIS,
    section: doc('Where it is specified.', text()),
    openPoints: doc('Open questions that it depends on.', list(text())),
    checks: doc('Number of checks that prove it.', COUNT),
  },
  {
    excluded: doc('Why it has no check.', text()),
    verdict: VERDICT,
    change: doc('What changed in exactly this version.', text()),
  },
);

export type PointSeen = ValueOf<typeof POINT_SEEN>;
const POINT_SEEN = object({
  spec: VERSION,
  checks: doc('Checks that depend on it.', COUNT),
  pass: doc('Passed checks.', COUNT),
  fail: doc('Failed checks.', COUNT),
});

export type ReportOpenPoint = ValueOf<typeof OPEN_POINT>;
const OPEN_POINT = object(
  {
    id: doc('Id.', text()),
    service: SERVICE,
    question: doc('The question.', text()),
    default: doc('Assumption until it is answered.', JSON_VALUE),
    reason: doc('Reason for the default.', text()),
    section: doc('Section that leaves it open.', text()),
    checks: doc('Checks that depend on it.', COUNT),
  },
  {
    kind: doc(
      'value: the answer is a value. confirm: the contract as a whole is confirmed or edited.',
      choice('value', 'confirm'),
    ),
    answer: doc('Answer of the target.', JSON_VALUE),
    answersIn: doc('Answers for single versions, by version.', map(JSON_VALUE)),
    places: doc('First places in the contracts that use it, as file:line.', list(text())),
    unasked: doc('The answer means that something is not required.', constant(true)),
    seen: doc('Results of the checks that depend on it, by version.', list(POINT_SEEN)),
    state: doc(
      'Whether requests and responses confirm the answer.',
      choice('open', 'agrees', 'differs', 'unjudged', 'unasked', 'unused'),
    ),
  },
);

export type ReportWaiver = ValueOf<typeof WAIVER>;
const WAIVER = object(
  {
    checks: doc('Pattern for check ids.', text()),
    symptom: partial({
      where: doc('Text found in `where`.', text()),
      actual: doc('Text found in `actual`.', text()),
      expected: doc('Text found in `expected`.', text()),
    }),
    reason: doc('Reason for the default.', text()),
    owner: doc('Person or team that follows up.', text()),
    expires: doc(
      'Last day on which the waiver is valid.',
      text({ pattern: '^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$' }),
    ),
    daysLeft: doc('Whole days left at the start of the run; negative if expired.', integer()),
    state: doc(
      'Effect of the waiver in this run.',
      choice('used', 'stale', 'expired', 'unmatched', 'mismatched', 'overlapping', 'untried'),
    ),
    excuses: doc('Checks that it waives, as <check id>@<version>.', list(text())),
  },
  {
    service: doc('Only for this service.', text()),
    spec: doc('Only for these versions.', list(text())),
    link: doc('Address of the issue.', text()),
  },
);

const USE = {
  point: doc('Open question.', text()),
  kind: doc('How the check uses the default.', choice('auth', 'fields', 'paging', 'page-header', 'page-ends')),
  at: doc('`<endpoint>/<operation>` that uses it.', text()),
};

/** A check as written; a conforming one has a short row without the optional properties. */
export type CheckRow = ValueOf<typeof CHECK>;
/** A check with all properties. */
export type ReportCheck = CheckRow &
  Required<
    Pick<
      CheckRow,
      | 'service'
      | 'endpoint'
      | 'operation'
      | 'aspect'
      | 'rule'
      | 'title'
      | 'disposition'
      | 'findings'
      | 'evidence'
      | 'contract'
    >
  >;
const CHECK = object(
  {
    id: doc('Permanent id: <service>/<endpoint>/<operation>/<rule>, and a key.', text()),
    spec: VERSION,
    requirement: doc('Requirement that the check proves.', text()),
    level: LEVEL,
    basis: BASIS,
    verdict: VERDICT,
  },
  {
    service: SERVICE,
    endpoint: doc('Endpoint.', text()),
    operation: doc('Operation.', text()),
    aspect: doc('Aspect.', text()),
    rule: doc('Rule that judged; absent in a short row if it is the one of the id.', text()),
    title: doc('Title for a reader.', text()),
    disposition: nameOf(DISPOSITIONS),
    findings: doc('Single failures.', list(FINDING)),
    evidence: doc('Ids of exchanges in evidence/<service>@<spec>.ndjson.gz.', list(text())),
    contract: doc('file:line of the contract.', text()),
    key: doc('Part of the id after the rule.', text()),
    member: doc('Path of the invalid field, claim or parameter of the request.', list(text())),
    way: doc('Variant, if the check is run in several ways.', text()),
    formOf: doc('For a check on the form of a response: the rule that judges the response itself.', text()),
    declared: doc(
      'The case is declared in a contract: its title is a sentence, and its rule only says how it is judged.',
      constant(true),
    ),
    onceVerified: doc(
      'Basis that the check has if the run verifies all these uses of open questions; absent if no run can.',
      object({
        basis: BASIS,
        uses: list(object(USE)),
      }),
    ),
    verifiedBy: doc(
      'Assumptions that this run verified, so that the basis is that of the requirement.',
      list(
        object({
          ...USE,
          checks: doc('Checks that verified it.', list(text())),
          exchange: doc('An exchange as evidence.', text()),
        }),
      ),
    ),
    restsOn: doc('Open questions that the check depends on; absent if there are none.', list(text())),
    blockedBy: doc(
      'For an inconclusive check: ids of the checks of the same version that judge its failed preconditions.',
      list(text()),
    ),
    tries: doc(
      'For a failing check whose case was repeated: in how many of all tries it failed. In fewer than all: the failure is intermittent.',
      object({ failed: COUNT, of: COUNT }),
    ),
    cause: doc('Why it is inconclusive or inapplicable.', text()),
    unsettled: doc(
      'For an inapplicable check: the reason is temporary, and the next run may judge it.',
      constant(true),
    ),
  },
);

export type ReportRule = ValueOf<typeof RULE>;
const RULE = object(
  {
    title: doc('Title of the rule.', text()),
    explain: doc('What the rule requires, why, and the usual cause of a failure.', text()),
  },
  {
    fails: doc('What the service does if the rule fails, with placeholders.', text()),
    awaits: doc(
      'Expected outcome of the request that it judges; absent if it judges something else.',
      choice('acceptance', 'refusal'),
    ),
  },
);

export type Reason = ValueOf<typeof REASON>;
const REASON = object(
  {
    code: doc('Code from a fixed list.', text()),
    text: doc('Title for a reader.', text()),
    checks: doc('Checks that it depends on, as <check id>@<version>.', list(text())),
  },
  {
    effect: doc(
      'Effect on the decision: block (exit code 1), incomplete (3), show (none).',
      choice('block', 'incomplete', 'show'),
    ),
  },
);

export type Decision = ValueOf<typeof DECISION>;
const DECISION = object(
  {
    decision: choice('admit', 'block'),
    exitCode: doc('0 admit; 1 something is proven wrong; 3 something is not proven right.', choice(0, 1, 3)),
    reasons: doc('Most important first.', list(REASON)),
    policy: doc('Name of the policy.', text()),
  },
  {
    part: doc(
      'Present for a partial run: the decision is about that part and makes no statement about the service.',
      PART,
    ),
  },
);

export type ReportProof = ValueOf<typeof PROOF>;
const PROOF = object({
  score: doc('Percentage of the faults that a check detects, rounded down.', number({ minimum: 0, maximum: 100 })),
  faults: doc('Seeded faults.', COUNT),
  killed: doc('Faults that at least one check detects.', COUNT),
  survivors: doc('Ids of the faults that no check detects in some version.', list(text())),
});

export const CAUSE_KINDS = ['finding', 'breakdown', 'throttled', 'version', 'undetermined', 'unexpected-pass'] as const;
export type CauseKind = (typeof CAUSE_KINDS)[number];
export type ReportCause = ValueOf<typeof CAUSE>;
const CAUSE = object(
  {
    id: doc('Stable from run to run while the cause is the same.', text()),
    kind: doc(
      'A finding, a service that stopped responding or asks to wait or has another version, checks that could not be judged, or a waived check that passes.',
      choice(...CAUSE_KINDS),
    ),
    service: SERVICE,
    title: doc('The problem in one line.', text()),
    checks: doc('References, `<check id>@<spec>`, worst first.', list(text())),
  },
  { holdsUp: doc('References of the checks that could not be judged because of it.', list(text())) },
);

/** The report as written. */
export type WrittenReport = ValueOf<typeof REPORT>;
/** The report with complete checks. */
export type Report = Omit<WrittenReport, 'checks'> & { readonly checks: readonly ReportCheck[] };
const REPORT = doc(
  'report.json, schema plumbline.report/2. All other files are generated from it.',
  object(
    {
      schema: doc('Name and version of this format.', constant('plumbline.report/2')),
      run: RUN,
      summaries: doc('One per service and version.', list(SUMMARY)),
      requirements: doc('Every requirement in every version; (id, service, spec) is unique.', list(REQUIREMENT)),
      openPoints: doc('Questions that the documents leave open.', list(OPEN_POINT)),
      waivers: doc("The target's waivers and their effect.", list(WAIVER)),
      checks: doc(
        'Every planned check; (id, spec) is unique. One that conforms has a short row, without the members that are optional here; evidence/checks.ndjson.gz has its whole row.',
        list(CHECK),
      ),
      rules: doc('Explanations of the rules of the checks, by rule.', map(RULE)),
      decision: DECISION,
    },
    {
      proof: doc(
        'Checks of these versions against seeded faults, if a campaign was recorded. Each fault counts once for each version that has it.',
        PROOF,
      ),
      causes: doc(
        'Causes of the checks that failed or were not judged, worst first. One cause is one item, on however many operations it occurs.',
        list(CAUSE),
      ),
    },
  ),
);

export const REPORT_FILE = schemaFile('Plumbline: the report of a run', REPORT, parts);
