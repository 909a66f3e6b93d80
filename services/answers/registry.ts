import { nearest } from '../nearest.ts';
import type { Delivery } from '../http/message.ts';
import type { Change } from '../stages.ts';
import { identityAnswers } from './identity-provider.ts';
import type { Answer, Layer, Otherwise, OtherwiseTable } from './wire.ts';
import { partnerAnswers } from './partner-onboarding.ts';
import { studentAnswers } from './student-reporting.ts';

const table: OtherwiseTable = { ...studentAnswers, ...identityAnswers, ...partnerAnswers };

/** Open points of which the services can be what is answered. */
export const answerable: readonly string[] = Object.keys(table);

/** What the services are that are right for these answers; throws for a point of which they know nothing. */
export function resolveAnswers(answers: Readonly<Record<string, Answer>>): readonly Otherwise[] {
  return Object.entries(answers).map(([point, answer]) => {
    const made = table[point];
    if (made) return made(answer);
    const suggestion = nearest(point, new Set(answerable));
    throw new Error(
      `The services cannot be otherwise in ${point}.${suggestion === undefined ? '' : ` Did you mean ${suggestion}?`}`,
    );
  });
}

/** As one layer around a service. */
export function answerChange({ ask, apply }: Layer): Change<{ readonly delivery: Delivery }> {
  return ({ delivery: { deliver } }) => ({
    delivery: {
      deliver: async (call) => {
        const reply = await deliver(ask?.(call) ?? call);
        return apply?.(reply, call) ?? reply;
      },
    },
  });
}
