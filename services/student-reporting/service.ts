import { accessTokenHeader } from '../access/challenge.ts';
import { assemble, type Instance, type InstanceOptions } from '../instance.ts';
import { definitionOf } from './definition.ts';
import { Desk } from './engine/desk.ts';
import { recordOperations } from './engine/operations.ts';
import { Store } from './engine/store.ts';

/** Uids of the variant count from here; all of them are below 2^53. */
const largestUids = 9_000_000_000_000_000;

/** One instance of the student-information reporting service, in one specification version. */
export function studentReporting(options: InstanceOptions): Instance {
  const { spec, switches, clock, manners } = options;
  const store = new Store(() => (manners.has('large-ids') ? largestUids : 0));
  const desk = new Desk({ version: spec, store, switches, clock });
  return assemble(
    {
      service: 'student-reporting',
      apiName: () => (switches.on('student-reporting.version.api-name-wrong') ? 'reporting' : 'student-reporting'),
      tokenOf: accessTokenHeader,
      operations: recordOperations(desk),
      definition: () => definitionOf(spec, switches),
      clear: () => {
        store.clear();
      },
    },
    options,
  );
}
