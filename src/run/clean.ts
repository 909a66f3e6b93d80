/** Removes later what runs left, through the operations that the contract declares and as whoever made it. */
import { existsSync } from 'node:fs';
import { BadInput } from '../errors.ts';
import { Semaphore } from '../http/semaphore.ts';
import type { RunContext } from './run-context.ts';
import type { Leftover } from '../cleanup/leftovers.ts';
import { isLeftoversFile, LeftoversFile, parseLeftovers, settleLeftovers } from '../cleanup/leftovers-file.ts';
import { secretReader } from './destinations.ts';
import { runContext } from './execute.ts';
import { cleanUpResource } from '../cleanup/clean-up-resource.ts';
import { transportTo } from './transport-to.ts';
import { verifyDeleted } from '../cleanup/verify-deleted.ts';
import { readText } from '../project/packed.ts';
import { loadRun, type LoadedRun } from '../project/session.ts';
import type { RunSettings } from '../project/settings.ts';

export interface CleaningResult {
  readonly before: readonly Leftover[];
  readonly left: readonly Leftover[];
  /** How many were as before already, so that nothing was sent. */
  readonly asBefore: number;
}

/** What a file says is left. Throws `BadInput` for what is no such file. */
export function readLeftovers(file: string): readonly Leftover[] {
  if (!existsSync(file))
    throw BadInput.of('unreadable-file', `${file} cannot be read`, {
      hint: 'Give the leftovers.ndjson of a run; where nothing was left there is none.',
    });
  const text = readText(file);
  const left = parseLeftovers(text);
  if (left.length === 0 && text.trim() !== '' && !isLeftoversFile(text))
    throw BadInput.of('leftovers-foreign', `${file} is no list of leftovers`, { file });
  return left;
}

/** @param records of `file`. Throws `BadInput` before anything is sent where they are not this target's. */
export async function clean(
  file: string,
  records: readonly Leftover[],
  settings: RunSettings,
  env: NodeJS.ProcessEnv,
): Promise<CleaningResult> {
  const loaded = loadRun(settings, env);
  checkTarget(loaded, records, settings);
  const plain = transportTo(loaded.target, secretReader(env));
  const journal = new LeftoversFile(file, { run: settings.runId, target: settings.target }, Date.now, records);
  const context: RunContext = {
    ...runContext(loaded, { transport: plain, plain, clock: Date.now, env }),
    slots: new Semaphore(1),
    createdResources: journal,
  };
  let asBefore = 0;
  try {
    // Newest first: what hangs on others goes before them.
    await verifyDeleted(context);
    for (const record of journal.removable()) if (await cleanUpResource(record, context)) asBefore += 1;
    await verifyDeleted(context);
  } finally {
    journal.close();
    await plain.close();
  }
  return { before: records, left: settleLeftovers(file).filter(({ notVerified }) => notVerified !== true), asBefore };
}

function checkTarget({ target }: LoadedRun, records: readonly Leftover[], { allowWrites }: RunSettings): void {
  if (target.embedded)
    throw BadInput.of('leftovers-elsewhere', 'what an embedded target stores is gone with it', {
      hint: 'Give --target with the target that the run was made against.',
    });
  if (target.environment === 'production' && allowWrites !== true)
    throw BadInput.of('production', `${target.target} is production, and this would remove records there`, {
      hint: 'Give --allow-writes if its owner agrees.',
    });
  for (const { service, spec, address } of records) {
    const here = target.services.find((s) => s.service === service)?.addresses.find((a) => a.spec === spec)?.baseUrl;
    if (here !== address)
      throw BadInput.of(
        'leftovers-elsewhere',
        `${service} ${spec} of the records is at ${address}, and the target has ${here === undefined ? 'no such service' : `it at ${here}`}`,
        {
          hint: 'Give --target with the target that the run was made against.',
        },
      );
  }
}
