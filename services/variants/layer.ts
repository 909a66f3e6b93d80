import type { Answer } from '../http/message.ts';
import { resolveVariants, variantTable, type VariantName } from './registry.ts';
import type { VariantTools } from './variant.ts';

/** The variants that are on. The few that are decided within a service ask here. */
export class Manners {
  #active: ReadonlySet<VariantName> = new Set();

  has(name: VariantName): boolean {
    return this.#active.has(name);
  }

  get active(): ReadonlySet<VariantName> {
    return this.#active;
  }

  replace(ids: readonly string[]): void {
    this.#active = new Set(resolveVariants(ids));
  }
}

/** The variants of finished replies, as the outermost layer around a service. */
export function withVariants(answer: Answer, manners: Manners, tools: VariantTools): Answer {
  return async (call) => {
    let asked = call;
    for (const name of manners.active) asked = variantTable[name].ask?.(asked) ?? asked;
    let reply = await answer(asked);
    for (const name of manners.active) reply = (await variantTable[name].apply?.(reply, call, tools)) ?? reply;
    return reply;
  };
}
