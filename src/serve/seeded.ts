/** Whether the faults that somebody seeds are known, and whether anything is asked of what has them. */
import {
  contractService,
  createWorld,
  faults,
  isSignIn,
  UnknownFaultError,
  versionsWith,
} from '../../services/index.ts';
import { BadInput } from '../errors.ts';
import { defined } from '../record/defined.ts';

export const FAULTS_HINT = '"plumbline prove --list --fault WORD" tells those whose id has the word in it.';

interface Place {
  readonly service: string;
  readonly spec: string;
}

interface Versioned {
  readonly service: string;
  readonly versions: readonly { readonly id: string }[];
}

/** Throws `BadInput` for ids that name no fault, with what was perhaps meant, and the file that they stand in. */
export async function checkFaults(ids: readonly string[], file?: string): Promise<void> {
  if (ids.length === 0) return;
  try {
    await createWorld({ instances: [], faults: ids });
  } catch (error) {
    if (error instanceof UnknownFaultError)
      throw BadInput.of('unknown-fault', error.message, { ...defined({ file }), hint: FAULTS_HINT });
    throw error;
  }
}

/**
 * Throws `BadInput` for each fault that makes no difference in any of these places: whoever seeds it wants to see it, and
 * would take the silence for a check that misses it.
 */
export function checkSeeded(ids: readonly string[], places: readonly Place[], specs: readonly Versioned[]): void {
  const problems = faults
    .filter(({ id, service }) => ids.includes(id) && !isSignIn(service))
    .flatMap((fault) => {
      const service = contractService(fault.service);
      const versions = specs.find((one) => one.service === service)?.versions.map(({ id }) => id) ?? [];
      const has = versionsWith(fault, versions);
      if (places.some((place) => place.service === service && has.includes(place.spec))) return [];
      const all = [...new Set(places.map((place) => `${place.service} ${place.spec}`))].join(', ');
      return {
        code: 'fault-not-asked',
        message: `the fault ${fault.id} can show in ${service} ${has.join(', ')} alone, and nothing is asked of that`,
        hint: `What is asked is ${all}. Leave the fault away, or choose otherwise with --service, --spec or the check ids.`,
      };
    });
  if (problems.length > 0) throw new BadInput(problems);
}
