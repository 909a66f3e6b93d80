import type { Answer } from './message.ts';

/** The outermost stages of every service. */
export interface Delivery {
  /** The whole of the service, from a call to its reply. */
  readonly answer: Answer;
  /** The reply as it leaves: with the date, which every response has. */
  readonly deliver: Answer;
}

/** The date is formatted once per second, because a burst asks for it thousands of times. */
export function delivery(stages: { readonly delivery: Delivery }, answer: Answer, clock: () => Date): Delivery {
  let second = Number.NaN;
  let text = '';
  return {
    answer,
    deliver: async (call) => {
      const reply = await stages.delivery.answer(call);
      const now = clock();
      const current = Math.floor(now.getTime() / 1000);
      if (current !== second) {
        second = current;
        text = now.toUTCString();
      }
      return { ...reply, headers: { date: text, ...reply.headers } };
    },
  };
}
