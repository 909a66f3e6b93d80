import type { Answer } from './message.ts';

/** Every response has a Date. Formatted once per second, because a burst asks for it thousands of times. */
export function dated(answer: Answer, clock: () => Date): Answer {
  let second = Number.NaN;
  let text = '';
  return async (call) => {
    const reply = await answer(call);
    const now = clock();
    const current = Math.floor(now.getTime() / 1000);
    if (current !== second) {
      second = current;
      text = now.toUTCString();
    }
    return { ...reply, headers: { date: text, ...reply.headers } };
  };
}
