import { accessTokenHeader } from '../access/challenge.ts';
import { assemble, type Instance, type InstanceOptions } from '../instance.ts';
import { definitionOf } from './definition.ts';
import { Desk } from './engine/desk.ts';
import { recordOperations } from './engine/operations.ts';
import { Store } from './engine/store.ts';

/** One instance of the student-information reporting service, in one specification version. */
export function studentReporting(options: InstanceOptions): Instance {
  const { spec, switches, clock } = options;
  const store = new Store();
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
