import { mergeObjects } from '../model/objects.ts';
import { ScenarioBuilder } from '../plan/scenario-builder.ts';
import type { RequestTemplate } from '../plan/model.ts';
import { sentPointer, shownFieldPointer } from '../plan/request-templates.ts';
import { bodyWithRawText, recordEditOf } from '../plan/catalogue/change.ts';
import { innermostProperty } from '../plan/catalogue/items.ts';
import type { CaseBuilder } from '../plan/catalogue/template.ts';

/**
 * Creates the changed record, below a separate parent if it has one, and reads it. For an update, it creates a record
 * first.
 */
export const writeAndReadBack: CaseBuilder = (context, fixtures, chosen, change) => {
  const record = recordEditOf(context, change, chosen);
  const name = innermostProperty(chosen, 'field')?.name;
  if (record === undefined || name === undefined) return undefined;
  const builder = new ScenarioBuilder(context, fixtures);
  const written = context.operation.kind === 'create' ? 'create' : 'write';
  const edit = (request: RequestTemplate): RequestTemplate => {
    const body = bodyWithRawText(request, record);
    return body === undefined ? request : mergeObjects(request, { body });
  };
  if (written === 'create') builder.make('create', { change: record.change }, edit);
  else {
    builder.make('create');
    builder.send('write', 'create', record.change, edit);
  }
  builder.read('read', 'create');
  if (builder.left.size > 0) return undefined;
  const shown = shownFieldPointer(context.scope, context.endpoint, name);
  return {
    steps: builder.steps.map((step) => (step.name === 'read' ? mergeObjects(step, { onlyIf: written }) : step)),
    params: {
      written,
      read: 'read',
      // A number that no serializer writes is not in the recorded request.
      ...(record.raw === undefined ? { sent: sentPointer(context, name), shown } : { shown, text: record.raw.text }),
      success: context.success,
    },
  };
};
