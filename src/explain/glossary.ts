/** Glossary of the terms in reports, for `docs/glossary.md` and the `explain` command. */

import { COMMAND } from '../model/text.ts';

export interface GlossarySection {
  readonly title: string;
  readonly words: Readonly<Record<string, string>>;
}

/** Command for a term. Words in upper case are placeholders. */
const COMMANDS: Readonly<Record<string, string>> = {
  waived: 'run --target TARGET --propose-waivers',
  incomplete: 'run --target TARGET --resume FOLDER',
  'partial run': 'run --target TARGET --only "GLOB"',
  'target owner': 'answers --target TARGET',
  release: 'gate REPORT --policy release',
  ratchet: 'run --target TARGET --baseline REPORT',
  unproven: 'answers --target TARGET',
  confirmed: 'answers --target TARGET',
  assumed: 'answers --target TARGET',
  waiver: 'run --target TARGET --propose-waivers',
  admit: 'gate REPORT',
  block: 'gate REPORT',
  policy: 'gate REPORT --policy release',
  baseline: 'run --target TARGET --baseline REPORT',
  contract: 'lint',
  requirement: 'explain REQUIREMENT',
  'open question': 'answers --target TARGET',
  check: 'send CHECK --target TARGET',
  rule: 'explain RULE',
  'case template': 'plan --cases',
  exchange: 'send CHECK --target TARGET',
  evidence: 'judge FOLDER',
  'valid request': 'explain CHECK',
  'orphaned record': 'run --target TARGET --clean FILE',
  fault: 'serve --fault FAULT',
  proof: 'prove',
  variant: 'prove --list',
  lock: 'lint --update-locks',
  target: 'plan --target TARGET',
};

/** Other terms for the same, in report fields, file keys and older reports. */
const ALIASES: Readonly<Record<string, string>> = {
  excused: 'waived',
  'part only': 'partial run',
  'open point': 'open question',
  row: 'case template',
  control: 'valid request',
  'baseline request': 'valid request',
  scenario: 'case template',
  party: 'organisation',
  caller: 'organisation',
  family: 'error family',
  passive: 'passive check',
  practices: 'convention',
  unauthenticated: 'kind of rejection',
  duplicate: 'kind of rejection',
  shape: 'kind of rejection',
  value: 'kind of rejection',
  cause: 'failure',
  'failure group': 'failure',
  leftover: 'orphaned record',
  approved: 'admit',
  admitted: 'admit',
  gate: 'policy',
  'lost check': 'ratchet',
  'ratchet unjudged': 'ratchet',
  'stale waiver': 'stale',
  'out of date': 'stale',
  recommendation: 'SHOULD',
  remark: 'standing',
  'open item': 'assignee',
  probe: 'valid request',
  selection: 'partial run',
  mutation: 'fault',
  'mutation testing': 'proof',
};

export const GLOSSARY: readonly GlossarySection[] = [
  {
    title: 'Results of a service and version',
    words: {
      conformant:
        'The run is complete, and every mandatory check that applies passes, assumed ones included. Open questions may have no answer.',
      nonconformant: 'At least one mandatory check of basis documented, standard or confirmed fails, waived or not.',
      undecided:
        'No check that can block fails, but an assumed mandatory check fails, or no documented, standard or confirmed one passes. Answer the open questions, or confirm the drafts.',
      waived:
        'Nonconformant, but a valid waiver covers each mandatory failing check that is not assumed. The service is still not conformant. Reports print `nonconformant, 3 failing checks waived`.',
      incomplete:
        'No documented, standard or confirmed mandatory check fails, but a mandatory check has no verdict, the run is partial, or the service stopped responding. Assumed checks may fail.',
      standing: 'The result with its remarks, in JUnit, CTRF and SARIF: `conformant, 1 recommendation not met`.',
      'partial run':
        'The run was limited to a subset of the checks with --only or --shard. It makes no statement about conformance.',
    },
  },
  {
    title: 'Verdicts of a check',
    words: {
      pass: 'The service behaves as the check requires.',
      fail: 'The service violates the check. Each finding shows the place, the expected value and the received value.',
      inconclusive:
        'The check could not be judged: the service did not respond, or a step that the check needs failed. The report shows the cause.',
      untested: 'The check was planned but has no verdict: its group was stopped, or its shard is missing.',
      inapplicable:
        'The response does not contain the subject of the check, such as an optional header. The check counts neither as passed nor as failed.',
    },
  },
  {
    title: 'Verdicts combined with waivers',
    words: {
      conforming: 'Passes or does not apply, and no waiver expected a failure.',
      nonconforming: 'Fails, and no waiver covers it.',
      'expected-failure': 'Fails as a waiver describes.',
      'unexpected-pass': 'Passes although a waiver expects a failure: remove the waiver.',
      undetermined: 'Was not judged.',
    },
  },
  {
    title: 'Level and basis of a requirement',
    words: {
      level: 'How strict the requirement is: MUST, SHOULD or MAY.',
      basis: 'Origin of the requirement: documented, standard, confirmed, practice or assumed.',
      MUST: 'The source requires it (RFC 2119, RFC 8174).',
      SHOULD: 'The source recommends it. It may be ignored for a good reason (RFC 2119).',
      MAY: 'The source allows it.',
      mandatory:
        'A check of level MUST whose basis is not practice. Its failure blocks if the basis is documented, standard or confirmed. An assumed one does not block.',
      advisory:
        'A failure of a recommendation or of good practice. The service team decides. It does not block by default.',
      documented: 'The specification of the service states it. The report shows the section.',
      standard: 'A standard for every such service states it: HTTP, JSON, JWT.',
      confirmed: 'The specification leaves it open, and the owner of the target has answered the question.',
      practice: 'Good practice that no standard requires. It blocks only if the policy names its rule.',
      assumed:
        'The specification leaves it open: answer the open question. Or the requirement is a draft: write `basis: documented` at the line that `explain CHECK` prints. A failure does not block.',
    },
  },
  {
    title: 'States of a waiver',
    words: {
      waiver: 'An entry that covers one described failure of named checks, with a reason, an owner and an expiry date.',
      used: 'The waiver covers at least one failure of this run.',
      stale: 'All checks of the waiver pass: remove it.',
      expired: 'The expiry date has passed. The waiver covers no failure.',
      unmatched: 'The waiver names no planned check.',
      mismatched: 'A check of the waiver fails in another way than described. The waiver does not cover that failure.',
      overlapping: 'Another waiver covers the same check.',
      symptom: 'The part of a waiver that describes the failure, such as its place in the response.',
      untried: 'The checks of the waiver could not be judged in this run.',
    },
  },
  {
    title: 'Decision',
    words: {
      admit: 'The policy approves the release. Exit code 0.',
      block:
        'The policy does not approve the release. Exit code 1: a failure, an out-of-date waiver or a lost check blocks. Exit code 3: no failure blocks, but the run is incomplete.',
      policy:
        'Rules for the decision: the failures that block, and the defects of a run that make it incomplete. `nightly`, `release` and `explore` are included.',
      nightly: 'The default policy: mandatory failures that are documented, standard or confirmed block.',
      release:
        'The policy for a release: `nightly`, and some failing recommendations block. It needs a complete run: one with --only, --spec or --shard is incomplete.',
      explore: 'The policy for a first look: no failure blocks. A run without checks is incomplete.',
      baseline: 'An earlier report of the same target. Every check that was judged in it must be judged again.',
      ratchet:
        'Rule of a policy about the baseline: a check that was judged in it is not planned now, or does not apply now. `ratchet-unjudged`: it has no verdict now. Only checks that can block count.',
      strict: 'With --strict, a partial run must cover every check of the baseline.',
      unproven:
        'Rule of a policy: in one version, no check that can block has a verdict. Answer open questions, or find out why the checks have no verdict.',
    },
  },
  {
    title: 'Parts of a project and a report',
    words: {
      contract: 'YAML files that describe a service: endpoints, fields, error responses, pagination and tokens.',
      requirement: 'One statement of a source in our own words, with section, level and basis.',
      'open question':
        'A question that the specification leaves open, with an assumed default and the reason for it. The target answers it.',
      check: 'The judgement of one requirement on one operation in one version. Its ID is stable.',
      rule: 'A function that judges recorded exchanges. Many checks use the same rule.',
      organisation:
        'The tenant that owns records. Tests of isolation use a second one, `other` in the target. Without it they are not sent.',
      binding: 'An entry of bindings.yaml that names the requirement of checks. The last match wins.',
      rest: 'Level and basis of the checks that prove only that the service keeps its contract.',
      convention:
        'Behaviour that neither a standard nor the contract specifies. It is tested only if `practices` or a binding names it.',
      'kind of rejection':
        'A reason for a rejection, such as unauthenticated, value, shape or duplicate. errors.yaml gives its status and body.',
      'error family': 'A kind of error body in errors.yaml.',
      'passive check': 'A check of every response of an operation. It sends no requests.',
      'case template':
        'A test case that applies to every operation with certain features. Most templates are in `contracts/common/` of the package.',
      group: 'Test cases of one operation and one aspect. In Playwright, one or several tests judge a group.',
      exchange: 'One request and its response, or the error instead of a response.',
      evidence: 'The recorded exchanges of a run, with masked secrets.',
      'valid request':
        'The unchanged request of which a test case changes one thing. If it fails, the test case is inconclusive. The changed request is the probe.',
      failure:
        'A failure group: failing checks with a common cause, one problem to fix. One group can have checks that block and checks that do not.',
      aspect:
        'A part of the behaviour of an operation that one group of test cases covers, such as input, paging or sign-in.',
      assignee:
        'The role that can resolve a failure: service team, target owner, waiver owner, or test operator (who runs Plumbline).',
      'target owner':
        'The person who knows the intended behaviour of the service, and answers the open questions in the target file.',
      finding: 'One violation: place, expected value, received value.',
      preflight: 'Checks before a run: address, clock, sign-in, version, maintenance window.',
      'orphaned record':
        'A record that the run created and could not delete, or a singleton resource that it changed and could not restore.',
      singleton: 'A resource of which the service has exactly one: it has no ID, and a run restores it after changes.',
      embedded: 'Key of a target: the run starts a reference service of the package.',
      shard: 'One part of a run that is divided over several processes. `merge` decides on all shards.',
      'circuit breaker':
        'Stops sending after 3 consecutive timeouts or 10 consecutive connection errors, if a probe gets no response.',
      verifiedBy: 'Field of a check in report.json: the checks of the run that verify its assumption.',
      state: 'Folder of --state: the last approved report and the history, one line per run.',
      excluded: 'A requirement that has no check, with the reason.',
      fault: 'A mutation of a reference service. It shows that a check can fail.',
      proof: 'The list of faults and the checks that detect them.',
      variant: 'A reference service with another valid behaviour. No check may fail on it.',
      lock: 'A file with the requirements and checks of a version. It makes changes of contracts visible in a review.',
      SARIF: 'Report format for code scanning, such as that of GitHub.',
      CTRF: 'Common Test Report Format, for test dashboards.',
      target: 'The service to test: addresses, sign-in, answers, waivers, limits.',
    },
  },
];

/** Meaning of a term; case, spaces, hyphens and underscores are ignored. */
export function glossaryEntry(word: string): string | undefined {
  const typed = normalizeTerm(word);
  const term = ALIASES[typed] ?? typed;
  for (const { words } of GLOSSARY)
    for (const [known, meaning] of Object.entries(words))
      if (normalizeTerm(known) === term)
        return [`${known}\n`, `  ${meaning}\n`, ...commandOf(known).map((command) => `  ${command}\n`)].join('\n');
  return undefined;
}

function normalizeTerm(word: string): string {
  return word
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, ' ');
}

export const GLOSSARY_WORDS: readonly string[] = GLOSSARY.flatMap(({ words }) => Object.keys(words));

function commandOf(word: string): readonly string[] {
  const command = COMMANDS[word];
  return command === undefined ? [] : [`${COMMAND} ${command}`];
}

/** Content of `docs/glossary.md`. */
export function glossaryDocument(): string {
  const sections = GLOSSARY.map(
    ({ title, words }) =>
      `## ${title}\n\n${Object.entries(words)
        .map(([word, meaning]) =>
          [`- **${word}**: ${meaning}`, ...commandOf(word).map((command) => `\`${command}\``)].join(' '),
        )
        .join('\n')}\n`,
  );
  return `# Glossary\n\n\`\`\`sh\n${COMMAND} explain TERM\n\`\`\`\n\n${sections.join('\n')}`;
}
