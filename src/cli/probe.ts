/** `plumbline probe`: proposes answers to open questions from harmless responses. */
import path from 'node:path';
import { Command } from 'commander';
import { omitUndefined, mapOptional } from '../model/objects.ts';
import { probeYaml } from '../send/probe-yaml.ts';
import { projectRoot } from '../project/package.ts';
import { printText } from '../project/terminal.ts';
import { newRunId, placeOfTarget } from '../project/settings.ts';
import { probe } from '../send/probe.ts';

interface ProbeOptions {
  readonly target: string;
  readonly service?: string;
  readonly spec?: string;
}

export function probeCommand(): Command {
  return new Command('probe')
    .description(
      'Sends only GET, HEAD and OPTIONS requests (and signs in) to a running service, and proposes answers to open questions, each with its evidence, as commented YAML to paste into the target file. Changes no data of the service.',
    )
    .option('--target <name|file>', 'name of a folder in targets/, or path of a target file', 'reference')
    .option('--service <name>', 'only this service')
    .option('--spec <version>', 'only this spec version')
    .addHelpText(
      'after',
      '\nExamples:\n  npx @plumbline/harness probe --target acme\n  npx @plumbline/harness probe --target acme --spec 4.0.1',
    )
    .action(run);
}

async function run(options: ProbeOptions): Promise<void> {
  const root = projectRoot();
  const probed = await probe(
    {
      runId: newRunId(),
      root,
      target: placeOfTarget(options.target, root),
      out: path.resolve('reports', 'probe'),
      ...omitUndefined({
        services: mapOptional(options.service, (it) => [it]),
        specs: mapOptional(options.spec, (it) => [it]),
      }),
    },
    process.env,
  );
  printText(probeYaml(probed));
}
