import { ScenarioBuilder } from '../plan/scenario-builder.ts';
import { writableFields } from '../plan/request-templates.ts';
import { changedValue } from '../plan/catalogue/makers/nested-values.ts';
import { hasOnlySamples } from '../plan/values.ts';
import type { CaseBuilder, BuiltCheck } from '../plan/catalogue/template.ts';

/** Creates a record with every field, then updates each field separately and reads the record after each update. */
export const updateFieldByField: CaseBuilder = (context, fixtures) => {
  const { scope, endpoint, operation } = context;
  const builder = new ScenarioBuilder(context, fixtures);
  builder.make('create', { extent: 'full' });
  builder.read('before', 'create');
  // References cannot have an arbitrary value, and unknown codes cannot be sent.
  const writable = writableFields(scope, endpoint, operation);
  // A date that limits another field cannot be moved alone.
  const bounds = new Set(writable.flatMap(({ notBefore }) => notBefore ?? []));
  const plain = writable.filter(
    (field) => field.references === undefined && !hasOnlySamples(field) && !bounds.has(field.name),
  );
  let before = 'before';
  const checks = plain.map((field): BuiltCheck => {
    const [update, after] = [`update-${field.name}`, `after-${field.name}`];
    builder.send(update, 'create', { set: { [field.name]: changedValue(field) } });
    builder.read(after, 'create');
    const read = { before, update, after };
    before = after;
    return {
      key: field.name,
      way: field.name,
      asks: `an update of ${field.name} leaves the other fields unchanged`,
      params: { ...read, success: context.success },
      given: [
        { step: read.before, is: 'success' },
        { step: after, is: 'success' },
      ],
    };
  });
  return builder.left.size > 0 || checks.length === 0 ? undefined : { steps: builder.steps, checks };
};
