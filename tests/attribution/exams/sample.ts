/** How an exam is written; README.md beside this folder says the rest. */
import type { Reply } from '../../../services/http/message.ts';
import { around, type Exam } from '../exam.ts';

export const exam: Exam = {
  'partner-onboarding': [
    {
      name: 'read-stale',
      does: 'What was read once is read from a cache from then on, whatever is changed meanwhile.',
      reads: 'Shows a partner after an update as it was before it.',
      // Around the whole service: each call comes in, each reply goes out.
      change: around(() => {
        const kept = new Map<string, Reply>();
        return async (call, deliver) => {
          const asked = [call.path, call.header('authorization'), call.header('accept')].join(' ');
          const before = call.method === 'GET' ? kept.get(asked) : undefined;
          const reply = before ?? (await deliver(call));
          if (call.method === 'GET' && reply.status === 200) kept.set(asked, reply);
          return reply;
        };
      }),
    },
    {
      name: 'location-in-capitals',
      does: 'The Location of a new partner has its identifier in capitals.',
      reads: 'Sends a Location that does not lead to the new partner.',
      first: { at: 'partners/create', says: ['location'] },
      // A stage of the service replaced, as in services/faults; `inner` has the stages that stand there.
      change: () => ({ partners: { location: ({ id }) => ({ location: `/partners/${id.toUpperCase()}` }) } }),
    },
  ],
};
