/** `plumbline plan`: lists the checks and requests of a run. */
import { omitUndefined } from '../model/objects.ts';
import { Command } from 'commander';
import { casesJson, casesOfPlan, casesText, countPlan, planJson, planTable } from '../explain/plan-text.ts';
import { planHash } from '../plan/plan.ts';
import { planFor } from '../project/planning.ts';
import { projectRoot } from '../project/package.ts';
import { placeOfTarget } from '../project/settings.ts';
import { type ScopeOptions, withScope } from './options.ts';
import { printJson, printWrapped } from '../project/terminal.ts';

interface PlanOptions extends ScopeOptions {
  readonly cases?: boolean;
  readonly json?: boolean;
}

export function planCommand(): Command {
  const command = new Command('plan').description(
    'Prints the cases, checks and exchanges that a run would have, for each endpoint and version. Sends nothing.',
  );
  return withScope(command)
    .option('--cases', 'list the test cases of each operation in words, for review by the owner of the service')
    .option('--json', 'print the plan as JSON: counts, groups, cases and check ids')
    .addHelpText(
      'after',
      '\nNeeds no running service and no secrets: environment variables of the target may be unset.\n\nExamples:\n  npx @plumbline/harness plan\n  npx @plumbline/harness plan --service student-reporting --spec 3.0.8,4.0.1\n  npx @plumbline/harness plan --only "page.*" --json\n  npx @plumbline/harness plan --cases --service student-reporting --spec 4.0.1 --only "*/students/create/**"',
    )
    .action(plan);
}

function plan(options: PlanOptions): void {
  const { service: services, spec: specs, only } = options;
  const root = projectRoot();
  const planning = planFor({
    root,
    target: placeOfTarget(options.target, root),
    ...omitUndefined({ services, specs, only }),
  });
  const { target } = planning.target;
  if (options.cases === true) {
    const operations = casesOfPlan(planning.plan, planning.scopes);
    if (options.json === true) printJson(casesJson(target, operations));
    else printWrapped(casesText(target, operations));
  } else if (options.json === true) printJson(planJson(target, planHash(planning.plan), planning.plan));
  else printWrapped(planTable(target, countPlan(planning.plan)));
}
