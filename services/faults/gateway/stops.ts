import type { Call } from '../../http/message.ts';
import type { Delivery } from '../../http/delivery.ts';
import type { ServiceStages } from '../../instance.ts';
import type { SharedFault } from '../fault.ts';
import { isNoJson, withText } from './reception.ts';

/** As long as a restart takes. */
const restartMs = 8000;

/** Stops for the time of a restart after a request that `isFatal` names. */
const stopping =
  (isFatal: (call: Call, status: number) => boolean | Promise<boolean>) =>
  (
    answer: Delivery['answer'],
    clock: () => Date,
  ): { readonly answer: Delivery['answer']; readonly stop: () => void } => {
    let until = 0;
    const stop = (): void => {
      until = clock().getTime() + restartMs;
    };
    return {
      stop,
      answer: async (call) => {
        if (clock().getTime() < until) return { status: 503, headers: { 'cache-control': 'no-store' } };
        const seen = withText(call, (text) => text);
        const reply = await answer(seen);
        if (await isFatal(seen, reply.status)) stop();
        return reply;
      },
    };
  };

const words = {
  breaks: 'The service responds after a malformed request (good practice).',
  describes: 'A malformed request stops the service for eight seconds.',
};

/** Of the services, whose requests have JSON. */
export const stopsWhenMalformed: SharedFault<ServiceStages> = {
  ...words,
  change: (inner, _stages, { clock }) => {
    const { answer, stop } = stopping(isNoJson)(inner.delivery.answer, clock);
    return {
      delivery: { answer },
      gateway: {
        malformed: (error) => {
          stop();
          return inner.gateway.malformed(error);
        },
      },
    };
  },
};

/** Of the identity provider, whose requests are forms. */
export const stopsWhenRefused: SharedFault<{ readonly delivery: Delivery }> = {
  ...words,
  describes: 'A token request that is refused with 400 stops the identity provider for eight seconds.',
  change: (inner, _stages, { clock }) => ({
    delivery: { answer: stopping((_call, status) => status === 400)(inner.delivery.answer, clock).answer },
  }),
};
