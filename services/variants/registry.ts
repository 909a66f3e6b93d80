import type { Delivery } from '../http/message.ts';
import type { Change } from '../stages.ts';
import type { VariantTools, Variant } from './variant.ts';
import { nearest } from '../nearest.ts';
import { behaviourVariants } from './behaviour.ts';
import { bodyVariants } from './bodies.ts';
import { habits } from './habits.ts';
import { headerVariants } from './headers.ts';
import { defined } from '../model/objects.ts';

const kept = { ...bodyVariants, ...headerVariants, ...behaviourVariants } as const;
const table = { ...kept, ...habits } as const satisfies Readonly<Record<string, Variant>>;

export type VariantName = keyof typeof table;

/** A legal variant as others see it. */
export interface VariantEntry {
  readonly id: string;
  readonly describes: string;
  readonly allowedBy: string;
  /** Some checks cannot be judged while it is on. */
  readonly hasOthers?: true;
  /** The variants that it is made of: itself, but for the one that is all of them at once. */
  readonly parts: readonly VariantName[];
}

const names = Object.keys(kept) as readonly VariantName[];

export const variantTable: Readonly<Record<VariantName, Variant>> = table;

/** What other services do by default, and these two are not assumed to do. */
export const habitNames = Object.keys(habits) as readonly VariantName[];

/** Every legal variant, and last the one that joins them. */
export const variants: readonly VariantEntry[] = [
  ...names.map((id) => {
    const { describes, allowedBy, hasOthers } = variantTable[id];
    return { id, describes, allowedBy, ...defined({ hasOthers }), parts: [id] };
  }),
  {
    id: 'everything',
    describes: 'All other variants together, without other clients.',
    allowedBy: 'Each of them is allowed, and none takes another back.',
    parts: names.filter((id) => variantTable[id].hasOthers !== true),
  },
];

export class UnknownVariantError extends Error {
  override readonly name = 'UnknownVariantError';
}

/** The variants to switch on; throws for an id that is none. */
export function resolveVariants(ids: readonly string[]): readonly VariantName[] {
  return ids.flatMap((id) => {
    const found = variants.find((variant) => variant.id === id);
    if (found) return found.parts;
    const habit = habitNames.find((name) => name === id);
    if (habit) return [habit];
    const suggestion = nearest(id, new Set(variants.map((variant) => variant.id)));
    throw new UnknownVariantError(
      `There is no variant "${id}".${suggestion === undefined ? '' : ` Did you mean "${suggestion}"?`}`,
    );
  });
}

/** The variants of finished replies, as one layer around a service. */
export function variantChange(
  names: readonly VariantName[],
  tools: VariantTools,
): Change<{ readonly delivery: Delivery }> {
  return ({ delivery: { deliver } }) => ({
    delivery: {
      deliver: async (call) => {
        let asked = call;
        for (const name of names) asked = variantTable[name].ask?.(asked) ?? asked;
        let reply = await deliver(asked);
        for (const name of names) reply = (await variantTable[name].apply?.(reply, call, tools)) ?? reply;
        return reply;
      },
    },
  });
}
