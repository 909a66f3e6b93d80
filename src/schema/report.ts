/** `report.json`, schema `plumbline.report/2`. */
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
} from './builder.ts';
import { RUN } from './report-run.ts';

const parts = new Definitions('report');

const BASIS = parts.define(
  'basis',
  doc('Source of the requirement.', choice('documented', 'standard', 'confirmed', 'practice', 'assumed')),
);

const VERDICT = parts.define(
  'verdict',
  doc('Verdict of the check.', choice('fail', 'inconclusive', 'untested', 'pass', 'inapplicable')),
);

const BY_BASIS = parts.define(
  'byBasis',
  partial({
    documented: integer({ minimum: 0 }),
    standard: integer({ minimum: 0 }),
    confirmed: integer({ minimum: 0 }),
    practice: integer({ minimum: 0 }),
    assumed: integer({ minimum: 0 }),
  }),
);

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
        choice(
          'status',
          'absent',
          'lost',
          'added',
          'value',
          'schema',
          'unlisted',
          'stray',
          'again',
          'no-list',
          'no-content',
          'content',
          'no-entry',
          'unnamed',
          'code',
          'not-utf-8',
          'byte-order-mark',
          'not-json',
          'stack-frame',
        ),
      ),
      got: doc('Actual status.', integer()),
      due: doc('Expected statuses.', list(integer())),
      member: doc('Name of the missing field.', text()),
      keyword: doc('Keyword of JSON Schema.', text()),
      asked: doc('Expected type, format or code.', text()),
      came: doc('Actual type or code.', text()),
      place: doc(
        'Where the missing records are on the pages of a list: all, first or last of all in the order of creation, at the end or beginning of each page, between a full page and the next, or in the middle of a page.',
        choice('all', 'first', 'last', 'newest', 'page-end', 'page-begin', 'between', 'within'),
      ),
    },
  ),
);

const REPORT = doc(
  'report.json, schema plumbline.report/2. All other files are generated from it.',
  object(
    {
      schema: doc('Name and version of this format.', constant('plumbline.report/2')),
      run: RUN,
      summaries: doc(
        'One per service and version.',
        list(
          object(
            {
              service: doc('Name of the service.', text()),
              spec: doc('Version.', text()),
              result: doc(
                'Conformance of the service in this version. `conformant`: the whole plan was run, and every applicable mandatory check passes, including assumed ones. `nonconformant`: at least one documented, standard or confirmed check fails, waived or not. `undecided`: only assumed checks fail, or no documented, standard or confirmed check passes. `incomplete`: anything else, such as a partial run that passes.',
                choice('conformant', 'nonconformant', 'undecided', 'incomplete'),
              ),
              counts: object({
                checks: doc('All checks.', integer({ minimum: 0 })),
                verdicts: doc(
                  'By verdict.',
                  object({
                    fail: integer({ minimum: 0 }),
                    inconclusive: integer({ minimum: 0 }),
                    untested: integer({ minimum: 0 }),
                    pass: integer({ minimum: 0 }),
                    inapplicable: integer({ minimum: 0 }),
                  }),
                ),
                dispositions: doc(
                  'By disposition.',
                  object({
                    nonconforming: integer({ minimum: 0 }),
                    'unexpected-pass': integer({ minimum: 0 }),
                    undetermined: integer({ minimum: 0 }),
                    'expected-failure': integer({ minimum: 0 }),
                    conforming: integer({ minimum: 0 }),
                  }),
                ),
              }),
              failing: doc(
                'Failing checks by level and basis, without waived ones.',
                partial({ MUST: BY_BASIS, SHOULD: BY_BASIS, MAY: BY_BASIS }),
              ),
            },
            {
              confirmed: doc(
                'Present if the result is undecided: number of mandatory checks that are documented, standard or confirmed.',
                object({
                  count: doc('Number of records.', integer({ minimum: 0 })),
                  of: doc('All mandatory checks.', integer({ minimum: 0 })),
                }),
              ),
              part: doc(
                "Present if the run covered only a part of this version's plan.",
                object({
                  planned: doc('Checks that were selected.', integer({ minimum: 0 })),
                  of: doc('Checks in the whole plan.', integer({ minimum: 0 })),
                }),
              ),
              excused: doc(
                'Waived failures. They remain nonconformities.',
                object({
                  count: doc('Number of records.', integer({ minimum: 1 })),
                  earliest: doc('First day on which one of their waivers expires.', text()),
                }),
              ),
            },
          ),
        ),
      ),
      requirements: doc(
        'Every requirement in every version; (id, service, spec) is unique.',
        list(
          object(
            {
              id: doc('Id of the requirement.', text()),
              service: doc('Name of the service.', text()),
              spec: doc('Version.', text()),
              text: doc('The sentence.', text()),
              level: choice('MUST', 'SHOULD', 'MAY'),
              basis: BASIS,
              section: doc('Where it is specified.', text()),
              openPoints: doc('Open questions that it depends on.', list(text())),
              checks: doc('Number of checks that prove it.', integer({ minimum: 0 })),
            },
            {
              excluded: doc('Why it has no check.', text()),
              verdict: VERDICT,
              change: doc('What changed in exactly this version.', text()),
            },
          ),
        ),
      ),
      openPoints: doc(
        'Questions that the documents leave open.',
        list(
          object(
            {
              id: doc('Id.', text()),
              service: doc('Name of the service.', text()),
              question: doc('The question.', text()),
              default: doc('Assumption until it is answered.', JSON_VALUE),
              reason: doc('Reason for the default.', text()),
              section: doc('Section that leaves it open.', text()),
              checks: doc('Checks that depend on it.', integer({ minimum: 0 })),
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
              seen: doc(
                'Results of the checks that depend on it, by version.',
                list(
                  object({
                    spec: doc('Version.', text()),
                    checks: doc('Checks that depend on it.', integer({ minimum: 0 })),
                    pass: doc('Passed checks.', integer({ minimum: 0 })),
                    fail: doc('Failed checks.', integer({ minimum: 0 })),
                  }),
                ),
              ),
              state: doc(
                'Whether requests and responses confirm the answer.',
                choice('open', 'agrees', 'differs', 'unjudged', 'unasked', 'unused'),
              ),
            },
          ),
        ),
      ),
      waivers: doc(
        "The target's waivers and their effect.",
        list(
          object(
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
          ),
        ),
      ),
      checks: doc(
        'Every planned check; (id, spec) is unique. One that conforms has a short row, without the members that are optional here; evidence/checks.ndjson.gz has its whole row.',
        list(
          object(
            {
              id: doc('Permanent id: <service>/<endpoint>/<operation>/<rule>, and a key.', text()),
              spec: doc('Version.', text()),
              requirement: doc('Requirement that the check proves.', text()),
              level: choice('MUST', 'SHOULD', 'MAY'),
              basis: BASIS,
              verdict: VERDICT,
            },
            {
              service: doc('Name of the service.', text()),
              endpoint: doc('Endpoint.', text()),
              operation: doc('Operation.', text()),
              aspect: doc('Aspect.', text()),
              rule: doc('Rule that judged; absent in a short row if it is the one of the id.', text()),
              title: doc('Title for a reader.', text()),
              disposition: choice('nonconforming', 'unexpected-pass', 'undetermined', 'expected-failure', 'conforming'),
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
                  uses: list(
                    object({
                      point: doc('Open question.', text()),
                      kind: doc(
                        'How the check uses the default.',
                        choice('auth', 'fields', 'paging', 'page-header', 'page-ends'),
                      ),
                      at: doc('`<endpoint>/<operation>` that uses it.', text()),
                    }),
                  ),
                }),
              ),
              verifiedBy: doc(
                'Assumptions that this run verified, so that the basis is that of the requirement.',
                list(
                  object({
                    point: doc('Open question.', text()),
                    kind: doc(
                      'How the check uses the default.',
                      choice('auth', 'fields', 'paging', 'page-header', 'page-ends'),
                    ),
                    at: doc('`<endpoint>/<operation>` that uses it.', text()),
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
              cause: doc('Why it is inconclusive or inapplicable.', text()),
              unsettled: doc(
                'For an inapplicable check: the reason is temporary, and the next run may judge it.',
                constant(true),
              ),
            },
          ),
        ),
      ),
      rules: doc(
        'Explanations of the rules of the checks, by rule.',
        map(
          object(
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
          ),
        ),
      ),
      decision: object(
        {
          decision: choice('admit', 'block'),
          exitCode: doc('0 admit; 1 something is proven wrong; 3 something is not proven right.', choice(0, 1, 3)),
          reasons: doc(
            'Most important first.',
            list(
              object(
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
              ),
            ),
          ),
          policy: doc('Name of the policy.', text()),
        },
        {
          part: doc(
            'Present for a partial run: the decision is about that part and makes no statement about the service.',
            object({
              planned: doc('Checks that were selected.', integer({ minimum: 0 })),
              of: doc('Checks in the whole plan.', integer({ minimum: 0 })),
            }),
          ),
        },
      ),
    },
    {
      proof: doc(
        'Checks of these versions against seeded faults, if a campaign was recorded. Each fault counts once for each version that has it.',
        object({
          score: doc(
            'Percentage of the faults that a check detects, rounded down.',
            number({ minimum: 0, maximum: 100 }),
          ),
          faults: doc('Seeded faults.', integer({ minimum: 0 })),
          killed: doc('Faults that at least one check detects.', integer({ minimum: 0 })),
          survivors: doc('Ids of the faults that no check detects in some version.', list(text())),
        }),
      ),
      causes: doc(
        'Causes of the checks that failed or were not judged, worst first. One cause is one item, on however many operations it occurs.',
        list(
          object(
            {
              id: doc('Stable from run to run while the cause is the same.', text()),
              kind: doc(
                'A finding, a service that stopped responding or asks to wait or has another version, checks that could not be judged, or a waived check that passes.',
                choice('finding', 'breakdown', 'throttled', 'version', 'undetermined', 'unexpected-pass'),
              ),
              service: doc('Name of the service.', text()),
              title: doc('The problem in one line.', text()),
              checks: doc('References, `<check id>@<spec>`, worst first.', list(text())),
            },
            { holdsUp: doc('References of the checks that could not be judged because of it.', list(text())) },
          ),
        ),
      ),
    },
  ),
);

export const REPORT_FILE = schemaFile('Plumbline: the report of a run', REPORT, parts);
