import { isObject } from '../../model/json-type.ts';
import type { BodyStages } from '../../partner-onboarding/body.ts';
import type { PartnerOnboardingStages } from '../../partner-onboarding/service.ts';
import { inArea, type FaultChange } from '../fault.ts';
import { writtenOut, type BodyShapeFault } from '../gateway/body-shape.ts';
import { internalError } from '../gateway/internal-error.ts';

type Change = FaultChange<PartnerOnboardingStages>;

/** Another body is read than the one that was sent. */
const reading = (taken: (sent: unknown) => unknown): Change =>
  inArea('body', ({ read }: BodyStages) => ({ read: (sent, purpose) => read(taken(sent), purpose) }));

const readingMembers = (taken: (value: unknown) => unknown): Change =>
  reading((sent) =>
    isObject(sent) ? Object.fromEntries(Object.entries(sent).map(([name, value]) => [name, taken(value)])) : sent,
  );

function unpacked(value: unknown): unknown {
  return Array.isArray(value) && value.length === 1 && typeof value[0] === 'string' ? (value[0] as string) : value;
}

/** Faults of the shape of partners. */
export const partnerShapes: Readonly<Record<BodyShapeFault, Change>> = {
  'unknown-member-accepted': inArea('body', ({ refuseShape }: BodyStages) => ({
    refuseShape: (entries) => {
      refuseShape(entries.filter(({ code }) => code !== 'unknown_member'));
    },
  })),
  'wrong-type-accepted': inArea('body', () => ({ misfit: () => undefined })),
  'top-level-500': reading((sent) => {
    if (!isObject(sent)) throw internalError();
    return sent;
  }),
  'top-level-coerced': reading((sent) => {
    const item: unknown = Array.isArray(sent) ? sent[0] : sent;
    return isObject(item) ? item : {};
  }),
  'array-unpacked': readingMembers(unpacked),
  'numbers-as-texts': readingMembers(writtenOut('number')),
  'truth-as-texts': readingMembers(writtenOut('boolean')),
};
