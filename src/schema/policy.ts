/** `policies/*.yaml`: policies of the gate. */
import { choice, Definitions, describeSchema, list, object, partial, schemaFile } from './builder.ts';
import { GLOB, NAME, SYMPTOM, TEXT, VERSION } from './common.ts';
import { BASES, LEVELS } from './specs.ts';

const parts = new Definitions('policy');
const EFFECT = parts.define('effect', choice('block', 'incomplete', 'show'));

const POLICY = describeSchema(
  'Which failures block the gate, and the effect of everything else that can be wrong with a run. Used with `--policy FILE`.',
  partial({
    policy: describeSchema('Name of the policy, as the decision prints it. Default: the name of the file.', TEXT),
    extends: describeSchema(
      'Preset for everything that this file does not specify. Default: nightly.',
      choice('nightly', 'release', 'explore'),
    ),
    failing: describeSchema(
      'Failing checks that block: those in any of these scopes. Replaces the scopes of the preset.',
      list(
        object(
          {
            levels: describeSchema('Level of the requirement.', list(choice(...LEVELS), { minItems: 1 })),
            bases: describeSchema('Basis of the requirement.', list(choice(...BASES), { minItems: 1 })),
          },
          {
            service: describeSchema('Only for this service.', NAME),
            spec: describeSchema('Only for these versions, in quotes.', list(VERSION, { minItems: 1 })),
            checks: describeSchema('Pattern for check ids. * matches within a segment, ** across segments.', GLOB),
            symptom: describeSchema('Only if a finding contains these texts, as in a waiver.', SYMPTOM),
            why: describeSchema(
              'Why it blocks although no requirement demands it. The decision prints the reason.',
              TEXT,
            ),
          },
        ),
      ),
    ),
    rules: describeSchema(
      'Effect of everything else: block (exit 1), incomplete (exit 3), or show. What is not listed stays as in the preset.',
      partial({
        ratchet: describeSchema(
          'A check was judged in the baseline, and is now not planned or no longer applicable.',
          EFFECT,
        ),
        'mismatched-waiver': describeSchema('A check fails in another way than its waiver describes.', EFFECT),
        'expired-waiver': describeSchema('A waiver has expired.', EFFECT),
        'unexpected-pass': describeSchema('A waived check passes.', EFFECT),
        'overlapping-waiver': describeSchema('Two waivers match one check.', EFFECT),
        'stale-waiver': describeSchema('No check of a waiver fails any more.', EFFECT),
        'unmatched-waiver': describeSchema('A waiver matches no check.', EFFECT),
        'empty-plan': describeSchema('Nothing was planned for a service and version.', EFFECT),
        unproven: describeSchema('No check that could block was judged for a service and version.', EFFECT),
        untested: describeSchema('A planned check has no verdict.', EFFECT),
        inconclusive: describeSchema('A check that could block could not be judged.', EFFECT),
        'ratchet-unjudged': describeSchema('A check was judged in the baseline and could not be judged now.', EFFECT),
        'ratchet-unasked': describeSchema('Checks of the baseline were left out because the run was narrowed.', EFFECT),
        narrowed: describeSchema('The run was partial.', EFFECT),
      }),
    ),
  }),
);

export const POLICY_FILE = schemaFile('Plumbline: a policy of the gate', POLICY, parts);
