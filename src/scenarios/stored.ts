/** Values that are stored and read back. */
import { type ScenarioDefinition, steps } from '../plan/catalogue/scenario.ts';
import type { TemplateChange } from '../plan/catalogue/template.ts';
import { recordValues } from './record-values.ts';

/** Creates or updates a record with these values, and compares the read record with the request. */
export function storedScenario(
  set: NonNullable<TemplateChange['set']>,
  when: { readonly made: string; readonly changed: string },
): Pick<ScenarioDefinition<'create' | 'write' | 'read'>, 'tries' | 'expect'> {
  return {
    expect: {
      as: 'store.equals',
      with: { written: 'write', skip: recordValues.membersNotShown },
      given: ['write', 'read'],
    },
    tries: {
      made: {
        when: when.made,
        applies: { operation: 'create' },
        steps: steps.full('write', { set }).read('read', 'write'),
      },
      changed: {
        when: when.changed,
        applies: { operation: 'update' },
        steps: steps.full('create').send('write', 'create', { set }).read('read', 'create'),
      },
    },
  };
}
