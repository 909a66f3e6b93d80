/** `plumbline explain`: details of any ID in a report, a contract or a proof. */
import { Command } from 'commander';
import { BadInput } from '../errors.ts';
import type { Explanation } from '../explain/explain.ts';
import { faultText, type FaultDescription } from '../prove/known-fault.ts';
import { glossaryEntry } from '../explain/glossary.ts';
import { explainText } from '../explain/explain-text.ts';
import { explainId } from '../explain/explain-project.ts';
import { findRule } from '../rules/registry.ts';
import { ruleText } from '../explain/rule-text.ts';
import { projectRoot } from '../project/package.ts';
import { printJson, printWrapped } from '../project/terminal.ts';
import { placeOfTarget } from '../project/settings.ts';
import { mapOptional } from '../model/objects.ts';

export function explainCommand(): Command {
  return new Command('explain')
    .description(
      'Explains a check (source, rule, requests, faults it detects), a requirement, an open question, a rule, an endpoint, an error code, a fault, or a term of the report. Prints the command that runs it.',
    )
    .argument(
      '<id>',
      'check id (with or without its service), requirement, open question, rule, endpoint, operation, error code, data element, fault, or term of the report',
    )
    .option('--spec <version>', 'explain it for this spec version (default: the newest that has it)')
    .option('--target <name|file>', 'explain it with the answers of this target (default: no answers)')
    .option('--json', 'print it as JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  npx @plumbline/harness explain student-reporting.tac-offers.single-object\n  npx @plumbline/harness explain partners/create/input.missing/name\n  npx @plumbline/harness explain campuses/list/page.order/5 --target acme --spec 4.0.1\n  npx @plumbline/harness explain lifecycle.listed\n  npx @plumbline/harness explain "POST /students"\n  npx @plumbline/harness explain E313\n  npx @plumbline/harness explain partner-onboarding.partners.read.date-missing\n  npx @plumbline/harness explain inconclusive',
    )
    .action(run);
}

interface ExplainOptions {
  readonly spec?: string;
  readonly target?: string;
  readonly json?: boolean;
}

async function run(id: string, options: ExplainOptions): Promise<void> {
  const meaning = glossaryEntry(id);
  if (meaning !== undefined) return options.json === true ? printJson({ word: id, meaning }) : printWrapped(meaning);
  const rule = ruleText(id);
  // A rule of HTTP is printed as a requirement too.
  if (rule !== undefined && findRule(id)?.requirement !== id)
    return options.json === true ? printJson({ rule: id, meaning: rule }) : printWrapped(rule);
  const root = projectRoot();
  const target = mapOptional(options.target, (it) => placeOfTarget(it, root));
  const explanation = await explanationOf(root, id, options.spec, target);
  if (options.json === true) return printJson(explanation);
  if (explanation.kind === 'fault') printWrapped(faultText(explanation));
  else printWrapped(rule === undefined ? explainText(explanation) : `${explainText(explanation)}\n${rule}`);
}

/** The many faults are searched only if nothing else matches. */
async function explanationOf(
  root: string,
  id: string,
  spec: string | undefined,
  target: string | undefined,
): Promise<Explanation | ({ readonly kind: 'fault' } & FaultDescription)> {
  try {
    return explainId(root, id, spec, target);
  } catch (error) {
    if (!(error instanceof BadInput) || error.problems[0]?.code !== 'unknown-id' || !/^[^/]+\.[^/]+$/.test(id))
      throw error;
    const { describeFault: knownFault, nearestFault: nearFault } = await import('../prove/known-fault.ts');
    const fault = knownFault(id, root);
    if (fault !== undefined) return { kind: 'fault', ...fault };
    const near = error.problems[0].hint?.startsWith('did you mean') === true ? undefined : nearFault(id);
    if (near === undefined) throw error;
    throw BadInput.of('unknown-id', error.problems[0].message, { hint: `did you mean "${near}"?` });
  }
}
