import type { Delivery } from '../http/delivery.ts';
import type { Change } from '../stages.ts';
import { variantTable, type VariantName } from './registry.ts';
import type { VariantTools } from './variant.ts';

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
