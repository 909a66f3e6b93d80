/** Glossary of the terms in reports, for `docs/glossary.md` and `plumbline explain WORD`. */

import { COMMAND } from '../model/text.ts';

export interface GlossarySection {
  readonly title: string;
  readonly words: Readonly<Record<string, string>>;
}

/** Command for a term. Words in upper case are placeholders. */
const COMMANDS: Readonly<Record<string, string>> = {
  excused: 'run --target TARGET --propose-waivers',
  incomplete: 'run --resume FOLDER',
  'part only': 'run --only "GLOB"',
  confirmed: 'answers --target TARGET',
  assumed: 'answers --target TARGET',
  waiver: 'run --target TARGET --propose-waivers',
  admit: 'gate REPORT',
  block: 'gate REPORT',
  policy: 'gate REPORT --policy release',
  baseline: 'run --target TARGET --baseline REPORT',
  contract: 'lint',
  requirement: 'explain REQUIREMENT',
  'open point': 'answers --target TARGET',
  check: 'send CHECK --target TARGET',
  rule: 'explain RULE',
  row: 'plan --cases',
  exchange: 'send CHECK --target TARGET',
  evidence: 'judge FOLDER',
  control: 'explain CHECK',
  leftover: 'run --target TARGET --clean FILE',
  fault: 'serve --fault FAULT',
  proof: 'prove',
  variant: 'prove --list',
  lock: 'lint --update-locks',
  target: 'plan --target TARGET',
};

export const GLOSSARY: readonly GlossarySection[] = [
  {
    title: 'What is said of a service',
    words: {
      conformant:
        'The whole plan of that version was run, and every mandatory check that applies passes, assumed ones too.',
      nonconformant: 'At least one check that binds fails, and no waiver excuses it.',
      undecided:
        'Only assumed checks fail, or no documented, standard or confirmed check passes. Confirm the open questions, and the service is one or the other.',
      excused:
        'Nonconformant, with every failure that binds named by a waiver that has not expired. The service is not conformant; it is known how not.',
      incomplete: 'Nothing that was judged fails, and something that had to be judged was not.',
      'part only':
        'The run was asked for a part of the plan (--only, --shard). Whatever came of it says nothing about conformance.',
    },
  },
  {
    title: 'What is said of a check',
    words: {
      pass: 'What the check asks for was seen.',
      fail: 'What the check asks for was not seen; each finding says where, what was expected and what came.',
      inconclusive:
        'It could not be judged: the service did not answer, or something failed that it presumes. The cause is told.',
      untested: 'It was planned, and no verdict came: its group was stopped, or its shard is missing.',
      inapplicable:
        'What it speaks of does not occur here: a header that was not sent, a token that is no JWT. It counts neither for nor against.',
    },
  },
  {
    title: 'What becomes of it with waivers',
    words: {
      conforming: 'Passes or does not apply, and no waiver said that it would fail.',
      nonconforming: 'Fails, and nothing excuses it.',
      'expected-failure': 'Fails as a waiver says.',
      'unexpected-pass': 'Passes although a waiver says that it fails: the waiver can go.',
      undetermined: 'Was not judged, so that nothing is known.',
    },
  },
  {
    title: 'How much a check binds',
    words: {
      MUST: 'The source demands it (RFC 2119, as amended by RFC 8174).',
      SHOULD: 'The source recommends it: it may be left out by who knows why.',
      MAY: 'The source allows it.',
      documented: 'The specification of the service says so; the report names the section.',
      standard: 'A standard that binds every such service says so: HTTP, JSON, JWT.',
      confirmed: 'The specification leaves it open, and the owner of the target has answered.',
      practice: 'Good practice, which no standard demands. It blocks nobody until a contract declares it.',
      assumed: 'The specification leaves it open, and nobody has answered: a default is assumed. It blocks nobody.',
    },
  },
  {
    title: 'What a waiver has come to',
    words: {
      waiver:
        'An entry that excuses one named failure that looks as described, with an owner, a reason and a day on which it ends.',
      used: 'It excuses at least one failure of this run.',
      stale: 'The checks that it names all pass now: remove it.',
      expired: 'Its day is over, and it excuses nothing any more.',
      unmatched: 'It names no planned check.',
      mismatched: 'A check that it names fails in another way than it says, which it does not excuse.',
      overlapping: 'Another waiver excuses the same check.',
      untried: 'The checks that it names could not be judged this time.',
    },
  },
  {
    title: 'What is decided',
    words: {
      admit: 'The policy lets it through. It says nothing of what was not run.',
      block:
        'The policy holds it back: exit code 1 where something is proven wrong, 3 where something is not proven right.',
      policy:
        'What blocks, what makes a run incomplete and what is only shown. `nightly`, `release` and `explore` come with Plumbline.',
      baseline: 'An earlier report: what was judged in it has to be judged now.',
    },
  },
  {
    title: 'What a report is made of',
    words: {
      contract: 'YAML files that say what one service offers: its endpoints, fields, refusals, pagination and token.',
      requirement: 'One sentence of a source in our own words, with its section, level and basis.',
      'open point':
        'A question that the specification leaves open, with the default that is assumed and why. A target answers it.',
      check: 'One judgement: of one requirement, on one operation, in one version. Its id is stable.',
      rule: 'What judges: a pure function of the exchanges. Many checks share one.',
      row: 'One thing that is tried on every service that it fits, in `contracts/common/`.',
      group: 'Checks that share exchanges; one test for Playwright.',
      exchange: 'One request and what came of it.',
      evidence: 'The exchanges that a verdict rests on, without secrets.',
      control: 'The good request that a case changes in one thing. Where it fails, the case says nothing.',
      cause: 'What is behind several failing checks: one thing to mend.',
      finding: 'One departure: where, what was expected, what came.',
      preflight: 'What is looked at before a run: address, clock, sign-in, version, maintenance.',
      leftover:
        'A record that the run made, by a create or by an action whose contract says what it makes, and could not remove; or a resource that it changed and could not put back.',
      fault: 'A mistake seeded into a reference service, to prove that a check can fail.',
      proof: 'Which seeded fault turns which check red. A check that nothing turns red proves nothing.',
      variant: 'A reference service that is right in another way: no check may be red on it.',
      lock: 'What a version requires, in a file of its own, so that a change of contracts is seen in review.',
      target: 'Who is tested: addresses, sign-in, answers, waivers, limits.',
    },
  },
];

/** Meaning of a term; case, spaces, hyphens and underscores are ignored. */
export function glossaryEntry(word: string): string | undefined {
  const meant = word
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, ' ');
  for (const { words } of GLOSSARY)
    for (const [known, meaning] of Object.entries(words))
      if (known.toLowerCase().replaceAll('-', ' ') === meant)
        return [`${known}\n`, `  ${meaning}\n`, ...commandOf(known).map((command) => `  ${command}\n`)].join('\n');
  return undefined;
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
  return `# The words of a report\n\n\`npx @plumbline/harness explain WORD\` tells each of them at the terminal.\n\n${sections.join('\n')}`;
}
