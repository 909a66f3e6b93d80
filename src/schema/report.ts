/** `report.json`, schema `plumbline.report/2`, and the types of its parts. */
import { FINDING_KINDS, RECORD_PLACES } from '../model/finding-kinds.ts';
import {
  choice,
  constant,
  Definitions,
  describeSchema,
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

const BASIS = parts.define('basis', describeSchema('Source of the requirement.', choice(...BASES)));
const LEVEL = describeSchema('Level of the requirement, as in RFC 2119.', choice(...LEVELS));
const VERDICTS = {
  fail: describeSchema('Checks that found a violation.', COUNT),
  inconclusive: describeSchema('Checks that could not be judged.', COUNT),
  untested: describeSchema('Checks without a result.', COUNT),
  pass: describeSchema('Checks without a violation.', COUNT),
  inapplicable: describeSchema('Checks that do not apply to the responses.', COUNT),
};
const VERDICT = parts.define('verdict', describeSchema('Verdict of the check.', nameOf(VERDICTS)));
const DISPOSITIONS = {
  nonconforming: describeSchema('Failures without a waiver.', COUNT),
  'unexpected-pass': describeSchema('Waived checks that pass.', COUNT),
  undetermined: describeSchema('Checks that are inconclusive or untested.', COUNT),
  'expected-failure': describeSchema('Waived failures.', COUNT),
  conforming: describeSchema('Checks that pass or do not apply.', COUNT),
};
const BY_BASIS = parts.define(
  'byBasis',
  partial({
    documented: describeSchema('Failing checks of requirements from the source documents.', COUNT),
    standard: describeSchema('Failing checks of requirements from a standard.', COUNT),
    confirmed: describeSchema('Failing checks of assumptions that the target confirmed.', COUNT),
    practice: describeSchema('Failing checks of good practice.', COUNT),
    assumed: describeSchema('Failing checks of assumptions.', COUNT),
  }),
);
const SERVICE = describeSchema('Name of the service.', text());
const VERSION = describeSchema('Version.', text());

function nameOf<const Name extends string>(counts: Readonly<Record<Name, unknown>>): Schema<Name> {
  return choice(...(Object.keys(counts) as Name[]));
}

const FINDING = parts.define(
  'finding',
  object(
    {
      where: describeSchema('Place in the exchange.', text()),
      expected: describeSchema('Expected value.', text()),
      actual: describeSchema('Actual value.', text()),
      evidence: describeSchema('Id of the exchange.', text()),
    },
    {
      kind: describeSchema(
        'Kind of failure, for programs. status: got, and due if known. absent: a missing field (with a schema: the field below `where`). lost: a missing value (expected is JSON). added: an unexpected value. value: another value (expected and actual are JSON, possibly cut). schema: another keyword of JSON Schema (keyword, asked and came). Pages: unlisted, a missing record (with its place, if known); stray, an unexpected record; again, a repeated record. no-list: no records where a list is expected. no-content, content. Rejections: no-entry, unnamed, or another code. not-utf-8, byte-order-mark, not-json. stack-frame: a part of a stack trace. Absent if there are only texts.',
        choice(...FINDING_KINDS),
      ),
      got: describeSchema('Actual status.', integer()),
      due: describeSchema('Expected statuses.', list(integer())),
      member: describeSchema('Name of the missing field.', text()),
      keyword: describeSchema('Keyword of JSON Schema.', text()),
      asked: describeSchema('Expected type, format or code.', text()),
      came: describeSchema('Actual type or code.', text()),
      place: describeSchema(
        'Where the missing records are on the pages of a list: all, first or last of all in the order of creation, at the end or beginning of each page, between a full page and the next, or in the middle of a page.',
        choice(...RECORD_PLACES),
      ),
    },
  ),
);

export type PartialPlan = ValueOf<typeof PART>;
const PART = object({
  planned: describeSchema('Checks that were selected.', COUNT),
  of: describeSchema('Checks in the whole plan.', COUNT),
});

export type Counts = ValueOf<typeof COUNTS>;
const COUNTS = object({
  checks: describeSchema('All checks.', COUNT),
  verdicts: describeSchema('By verdict.', object(VERDICTS)),
  dispositions: describeSchema('By disposition.', object(DISPOSITIONS)),
});

export type Summary = ValueOf<typeof SUMMARY>;
const SUMMARY = object(
  {
    service: SERVICE,
    spec: VERSION,
    result: describeSchema(
      'Conformance of the service in this version. `conformant`: the whole plan was run, and every applicable mandatory check passes, including assumed ones. `nonconformant`: at least one documented, standard or confirmed check fails, waived or not. `undecided`: only assumed checks fail, or no documented, standard or confirmed check passes. `incomplete`: anything else, such as a partial run that passes.',
      choice('conformant', 'nonconformant', 'undecided', 'incomplete'),
    ),
    counts: describeSchema('Number of checks of this service and version.', COUNTS),
    failing: describeSchema(
      'Failing checks by level and basis, without waived ones.',
      partial({
        MUST: describeSchema('By basis.', BY_BASIS),
        SHOULD: describeSchema('By basis.', BY_BASIS),
        MAY: describeSchema('By basis.', BY_BASIS),
      }),
    ),
  },
  {
    confirmed: describeSchema(
      'Present if the result is undecided: number of mandatory checks that are documented, standard or confirmed.',
      object({
        count: describeSchema('Number of these checks.', COUNT),
        of: describeSchema('All mandatory checks.', COUNT),
      }),
    ),
    part: describeSchema("Present if the run covered only a part of this version's plan.", PART),
    excused: describeSchema(
      'Waived failures. They remain nonconformities.',
      object({
        count: describeSchema('Number of waived failing checks.', integer({ minimum: 1 })),
        earliest: describeSchema('First day on which one of their waivers expires.', text()),
      }),
    ),
  },
);

export type ReportRequirement = ValueOf<typeof REQUIREMENT>;
const REQUIREMENT = object(
  {
    id: describeSchema('Id of the requirement.', text()),
    service: SERVICE,
    spec: VERSION,
    text: describeSchema('The sentence.', text()),
    level: LEVEL,
    basis: BASIS,
    section: describeSchema('Section of the source.', text()),
    openPoints: describeSchema('Open questions that it depends on.', list(text())),
    checks: describeSchema('Number of checks that prove it.', COUNT),
  },
  {
    excluded: describeSchema('Why it has no check.', text()),
    verdict: VERDICT,
    change: describeSchema('Change in this version.', text()),
  },
);

export type QuestionEvidence = ValueOf<typeof POINT_SEEN>;
const POINT_SEEN = object({
  spec: VERSION,
  checks: describeSchema('Checks that depend on it.', COUNT),
  pass: describeSchema('Passed checks.', COUNT),
  fail: describeSchema('Failed checks.', COUNT),
});

export type ReportOpenPoint = ValueOf<typeof OPEN_POINT>;
const OPEN_POINT = object(
  {
    id: describeSchema('Id.', text()),
    service: SERVICE,
    question: describeSchema('The question.', text()),
    default: describeSchema('Assumption until it is answered.', JSON_VALUE),
    reason: describeSchema('Reason for the default.', text()),
    section: describeSchema('Section that leaves it open.', text()),
    checks: describeSchema('Checks that depend on it.', COUNT),
  },
  {
    kind: describeSchema(
      'value: the answer is a value. confirm: the contract as a whole is confirmed or edited.',
      choice('value', 'confirm'),
    ),
    answer: describeSchema('Answer of the target.', JSON_VALUE),
    answersIn: describeSchema('Answers for single versions, by version.', map(JSON_VALUE)),
    places: describeSchema('First places in the contracts that use it, as file:line.', list(text())),
    unasked: describeSchema('The answer means that something is not required.', constant(true)),
    seen: describeSchema('Results of the checks that depend on it, by version.', list(POINT_SEEN)),
    state: describeSchema(
      'Whether requests and responses confirm the answer.',
      choice('open', 'agrees', 'differs', 'unjudged', 'unasked', 'unused'),
    ),
  },
);

export type ReportWaiver = ValueOf<typeof WAIVER>;
const WAIVER = object(
  {
    checks: describeSchema('Pattern for check ids.', text()),
    symptom: describeSchema(
      'Texts that every finding must contain.',
      partial({
        where: describeSchema('Text found in `where`.', text()),
        actual: describeSchema('Text found in `actual`.', text()),
        expected: describeSchema('Text found in `expected`.', text()),
      }),
    ),
    reason: describeSchema('Reason for the waiver.', text()),
    owner: describeSchema('Person or team that follows up.', text()),
    expires: describeSchema(
      'Last day on which the waiver is valid.',
      text({ pattern: '^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$' }),
    ),
    daysLeft: describeSchema('Whole days left at the start of the run; negative if expired.', integer()),
    state: describeSchema(
      'Effect of the waiver in this run.',
      choice('used', 'stale', 'expired', 'unmatched', 'mismatched', 'overlapping', 'untried'),
    ),
    excuses: describeSchema('Checks that it waives, as <check id>@<version>.', list(text())),
  },
  {
    service: describeSchema('Only for this service.', text()),
    spec: describeSchema('Only for these versions.', list(text())),
    link: describeSchema('Address of the issue.', text()),
  },
);

const USE = {
  point: describeSchema('Open question.', text()),
  kind: describeSchema(
    'How the check uses the default.',
    choice('auth', 'fields', 'paging', 'page-header', 'page-ends'),
  ),
  at: describeSchema('`<endpoint>/<operation>` that uses it.', text()),
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
    id: describeSchema('Permanent id: <service>/<endpoint>/<operation>/<rule>, and a key.', text()),
    spec: VERSION,
    requirement: describeSchema('Requirement that the check proves.', text()),
    level: LEVEL,
    basis: BASIS,
    verdict: VERDICT,
  },
  {
    service: SERVICE,
    endpoint: describeSchema('Endpoint.', text()),
    operation: describeSchema('Operation.', text()),
    aspect: describeSchema('Aspect.', text()),
    rule: describeSchema('Rule that judged; absent in a short row if it is the one of the id.', text()),
    title: describeSchema('Title for a reader.', text()),
    disposition: describeSchema('Verdict after waivers.', nameOf(DISPOSITIONS)),
    findings: describeSchema('Single failures.', list(FINDING)),
    evidence: describeSchema('Ids of exchanges in evidence/<service>@<spec>.ndjson.gz.', list(text())),
    contract: describeSchema('file:line of the contract.', text()),
    key: describeSchema('Part of the id after the rule.', text()),
    member: describeSchema('Path of the invalid field, claim or parameter of the request.', list(text())),
    way: describeSchema('Variant, if the check is run in several ways.', text()),
    formOf: describeSchema('For a check on the form of a response: the rule that judges the response itself.', text()),
    declared: describeSchema(
      'The case is declared in a contract: its title is a sentence, and its rule only says how it is judged.',
      constant(true),
    ),
    onceVerified: describeSchema(
      'Basis that the check has if the run verifies all these uses of open questions; absent if no run can.',
      object({
        basis: BASIS,
        uses: describeSchema('Uses of open questions that the run must verify.', list(object(USE))),
      }),
    ),
    verifiedBy: describeSchema(
      'Assumptions that this run verified, so that the basis is that of the requirement.',
      list(
        object({
          ...USE,
          checks: describeSchema('Checks that verified it.', list(text())),
          exchange: describeSchema('An exchange as evidence.', text()),
        }),
      ),
    ),
    restsOn: describeSchema('Open questions that the check depends on; absent if there are none.', list(text())),
    blockedBy: describeSchema(
      'For an inconclusive check: ids of the checks of the same version that judge its failed preconditions.',
      list(text()),
    ),
    tries: describeSchema(
      'For a failing check whose case was repeated: in how many of all tries it failed. In fewer than all: the failure is intermittent.',
      object({
        failed: describeSchema('Number of failed tries.', COUNT),
        of: describeSchema('Number of all tries.', COUNT),
      }),
    ),
    cause: describeSchema('Why it is inconclusive or inapplicable.', text()),
    unsettled: describeSchema(
      'For an inapplicable check: the reason is temporary, and the next run may judge it.',
      constant(true),
    ),
  },
);

export type ReportRule = ValueOf<typeof RULE>;
const RULE = object(
  {
    title: describeSchema('Title of the rule.', text()),
    explain: describeSchema('Expected behaviour, its reason, and the usual cause of a failure.', text()),
  },
  {
    fails: describeSchema('Title of a failure, with placeholders.', text()),
    awaits: describeSchema(
      'Expected outcome of the request that it judges; absent if it judges something else.',
      choice('acceptance', 'refusal'),
    ),
  },
);

export type Reason = ValueOf<typeof REASON>;
const REASON = object(
  {
    code: describeSchema('Code from a fixed list.', text()),
    text: describeSchema('Title for a reader.', text()),
    checks: describeSchema('Checks that it depends on, as <check id>@<version>.', list(text())),
  },
  {
    effect: describeSchema(
      'Effect on the decision: block (exit code 1), incomplete (3), show (none).',
      choice('block', 'incomplete', 'show'),
    ),
  },
);

export type Decision = ValueOf<typeof DECISION>;
const DECISION = object(
  {
    decision: describeSchema('admit: release approved. block: release blocked.', choice('admit', 'block')),
    exitCode: describeSchema('0 admit; 1 something is proven wrong; 3 something is not proven right.', choice(0, 1, 3)),
    reasons: describeSchema('Most important first.', list(REASON)),
    policy: describeSchema('Name of the policy.', text()),
  },
  {
    part: describeSchema(
      'Present for a partial run: the decision is about that part and makes no statement about the service.',
      PART,
    ),
  },
);

export type ReportProof = ValueOf<typeof PROOF>;
const PROOF = object({
  score: describeSchema(
    'Percentage of the faults that a check detects, rounded down.',
    number({ minimum: 0, maximum: 100 }),
  ),
  faults: describeSchema('Seeded faults.', COUNT),
  killed: describeSchema('Faults that at least one check detects.', COUNT),
  survivors: describeSchema('Ids of the faults that no check detects in some version.', list(text())),
});

export const CAUSE_KINDS = ['finding', 'breakdown', 'throttled', 'version', 'undetermined', 'unexpected-pass'] as const;
export type CauseKind = (typeof CAUSE_KINDS)[number];
export type ReportCause = ValueOf<typeof CAUSE>;
const CAUSE = object(
  {
    id: describeSchema('Stable from run to run while the cause is the same.', text()),
    kind: describeSchema(
      'A finding, a service that stopped responding or asks to wait or has another version, checks that could not be judged, or a waived check that passes.',
      choice(...CAUSE_KINDS),
    ),
    service: SERVICE,
    title: describeSchema('The problem in one line.', text()),
    checks: describeSchema('References, `<check id>@<spec>`, worst first.', list(text())),
  },
  { holdsUp: describeSchema('References of the checks that could not be judged because of it.', list(text())) },
);

/** The report as written. */
export type WrittenReport = ValueOf<typeof REPORT>;
/** The report with complete checks. */
export type Report = Omit<WrittenReport, 'checks'> & { readonly checks: readonly ReportCheck[] };
const REPORT = describeSchema(
  'report.json, schema plumbline.report/2. All other files are generated from it.',
  object(
    {
      schema: describeSchema('Name and version of this format.', constant('plumbline.report/2')),
      run: describeSchema('Settings and circumstances of the run.', RUN),
      summaries: describeSchema('One per service and version.', list(SUMMARY)),
      requirements: describeSchema(
        'Every requirement in every version; (id, service, spec) is unique.',
        list(REQUIREMENT),
      ),
      openPoints: describeSchema('Questions that the documents leave open.', list(OPEN_POINT)),
      waivers: describeSchema("The target's waivers and their effect.", list(WAIVER)),
      checks: describeSchema(
        'Every planned check; (id, spec) is unique. One that conforms has a short row, without the optional properties; evidence/checks.ndjson.gz has its whole row.',
        list(CHECK),
      ),
      rules: describeSchema('Explanations of the rules of the checks, by rule.', map(RULE)),
      decision: describeSchema('Decision of the gate.', DECISION),
    },
    {
      proof: describeSchema(
        'Checks of these versions against seeded faults, if a campaign was recorded. Each fault counts once for each version that has it.',
        PROOF,
      ),
      causes: describeSchema(
        'Causes of the checks that failed or were not judged, worst first. One cause is one item, on however many operations it occurs.',
        list(CAUSE),
      ),
    },
  ),
);

export const REPORT_FILE = schemaFile('Plumbline: the report of a run', REPORT, parts);
