import { describe, expect, it, test } from 'vitest';
import { BadInput } from '../../src/errors.ts';
import { parsePolicy, presetPolicy } from '../../src/gate/policy-file.ts';
import { GATE_RULES, PRESETS } from '../../src/gate/policy.ts';

const KNOWN = { 'student-reporting': ['2.1.05', '4.0.1'], 'partner-onboarding': ['1.0.0'] };

function problems(text: string): readonly string[] {
  try {
    parsePolicy(text, 'policy.yaml', KNOWN);
  } catch (error) {
    if (error instanceof BadInput)
      return error.problems.map(
        ({ code, line, column, hint }) => `${line}:${column} ${code}${hint === undefined ? '' : ` (${hint})`}`,
      );
    throw error;
  }
  return [];
}

describe('parsePolicy', () => {
  it('reads a whole policy', () => {
    const text = `policy: acme-release
extends: release
failing:
  - levels: [MUST]
    bases: [documented, standard, confirmed]
  - service: student-reporting
    spec: ["4.0.1"]
    checks: "student-reporting/students/**"
    levels: [SHOULD, MAY]
    bases: [documented]
    symptom: { where: status, actual: accepted }
    why: nobody declared it
rules:
  stale-waiver: show
  narrowed: block
`;
    const policy = parsePolicy(text, 'policy.yaml', KNOWN);
    expect(policy.name).toBe('acme-release');
    expect(policy.failing).toEqual([
      { levels: ['MUST'], bases: ['documented', 'standard', 'confirmed'] },
      {
        service: 'student-reporting',
        spec: ['4.0.1'],
        checks: 'student-reporting/students/**',
        levels: ['SHOULD', 'MAY'],
        bases: ['documented'],
        symptom: { where: 'status', actual: 'accepted' },
        why: 'nobody declared it',
      },
    ]);
    expect(policy.rules).toEqual({ ...PRESETS.release.rules, 'stale-waiver': 'show', narrowed: 'block' });
  });

  it('is nightly where it says nothing else', () => {
    expect(parsePolicy('policy: own\n', 'policy.yaml')).toEqual({ ...PRESETS.nightly, name: 'own' });
    expect(parsePolicy('extends: explore\n', 'policy.yaml')).toEqual(PRESETS.explore);
  });

  test.each<[string, string, readonly string[]]>([
    ['an unknown rule', 'rules:\n  stale-wavier: show\n', ['2:3 unknown-rule (did you mean "stale-waiver"?)']],
    ['a rule far from any', 'rules:\n  nonsense: show\n', [`2:3 unknown-rule (known: ${GATE_RULES.join(', ')})`]],
    ['an unknown key', 'polcy: x\n', ['1:1 unknown-key (did you mean "policy"?)']],
    ['an unknown preset', 'extends: relase\n', ['1:10 unknown-preset (did you mean "release"?)']],
    ['an unknown effect', 'rules:\n  ratchet: blok\n', ['2:12 wrong-value (did you mean "block"?)']],
    [
      'an unknown level',
      'failing:\n  - levels: [MUSTN]\n    bases: [standard]\n',
      ['2:14 wrong-value (did you mean "MUST"?)'],
    ],
    [
      'a scope without bases',
      'failing:\n  - levels: [MUST]\n',
      ['2:5 missing-key (known: documented, standard, confirmed, practice, assumed)'],
    ],
    [
      'a scope that never blocks',
      'failing:\n  - levels: []\n    bases: [standard]\n',
      ['2:13 wrong-type (known: MUST, SHOULD, MAY)'],
    ],
    [
      'an unknown service',
      'failing:\n  - service: student-reportin\n    levels: [MUST]\n    bases: [standard]\n',
      ['2:14 unknown-service (did you mean "student-reporting"?)'],
    ],
    [
      'an unknown version',
      'failing:\n  - service: partner-onboarding\n    spec: ["4.0.1"]\n    levels: [MUST]\n    bases: [standard]\n',
      ['3:11 unknown-version (known: 1.0.0)'],
    ],
    [
      'a version without quotes',
      'failing:\n  - spec: [4.1]\n    levels: [MUST]\n    bases: [standard]\n',
      ['2:11 wrong-type (Write ["4.0.1"]. YAML reads some versions without quotes as numbers.)'],
    ],
    ['rules as a list', 'rules: [ratchet]\n', ['1:8 wrong-type']],
    ['failing as a word', 'failing: MUST\n', ['1:10 wrong-type']],
    ['no map at all', '- nightly\n', ['1:1 wrong-type (known: policy, extends, failing, rules)']],
    [
      'everything at once',
      'polcy: x\nextends: relase\n',
      ['1:1 unknown-key (did you mean "policy"?)', '2:10 unknown-preset (did you mean "release"?)'],
    ],
  ])('refuses %s', (_, text, expected) => {
    expect(problems(text)).toEqual(expected);
  });

  it('refuses what is not YAML, with its place', () => {
    expect(problems('rules: {ratchet: block\n').length).toBe(1);
    expect(problems('rules:\n  ratchet: block\n  ratchet: show\n')).toEqual([
      '3:3 yaml-duplicate-key (remove one of the two)',
    ]);
  });

  it('shows the line with a caret', () => {
    try {
      parsePolicy('rules:\n  stale-wavier: show\n', 'policy.yaml');
      expect.unreachable();
    } catch (error) {
      expect(error instanceof BadInput ? error.problems[0]?.frame : '').toContain('stale-wavier: show');
    }
  });
});

it('names a policy that has no name by its file, and never by what it extends', () => {
  expect(parsePolicy('extends: nightly\nfailing: []\n', 'policies/mine.yaml').name).toBe('mine.yaml');
});

describe('presetPolicy', () => {
  it('knows three', () => {
    for (const name of ['nightly', 'release', 'explore']) expect(presetPolicy(name).name).toBe(name);
  });

  it('suggests the one that was meant', () => {
    expect(() => presetPolicy('nigthly')).toThrow('did you mean "nightly"?');
  });
});
