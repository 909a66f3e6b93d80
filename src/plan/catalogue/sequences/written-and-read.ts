import { createStep } from '../../fixtures.ts';
import { readStep, shownPointer } from '../../generators/lifecycle.ts';
import { ownParent } from '../../generators/isolation.ts';
import { sentPointer } from '../../sent-pointer.ts';
import { uidPointer } from '../../templates.ts';
import { rawBody, recordChange } from '../change.ts';
import { lastWith } from '../items.ts';
import type { Sequence } from './model.ts';

export const writtenAndRead: Sequence = {
  words: 'makes the changed record, below a parent of its own where it hangs on one, and reads what was made',
  build: (context, fixtures, _given, chosen, change) => {
    const { scope, endpoint, operation, success } = context;
    const record = recordChange(context, change, chosen);
    const name = lastWith(chosen, 'field')?.name;
    if (record === undefined || name === undefined) return undefined;
    const made = createStep(scope, endpoint, operation, fixtures, { name: 'create', change: record.change });
    const body = rawBody(made.request, record);
    const request = body === undefined ? made.request : { ...made.request, body };
    const steps = ownParent(context, fixtures, [{ ...made, request, operation: context.path }]);
    const read = readStep(
      context,
      'read',
      { $ref: `create#${uidPointer(scope, endpoint, operation)}` },
      steps.at(-1)?.request.parameters ?? {},
    );
    if (read === undefined) return undefined;
    const shown = `${shownPointer(context)}/${name}`;
    return {
      steps: [...steps, { ...read, onlyIf: 'create' }],
      params: {
        written: 'create',
        read: 'read',
        // A number that no serialiser would write is not found again in what was sent.
        ...(record.raw === undefined ? { sent: sentPointer(context, name), shown } : { shown, text: record.raw.text }),
        success,
      },
    };
  },
};
