/** What the steps of a case, or of the setup of a group, have left behind for later ones. */
import { defined } from '../record/defined.ts';
import { isOfSetup, ownName } from '../record/step-name.ts';
import type { SeenPages } from '../http/page-cache.ts';
import type { Live } from '../http/model.ts';

export interface Memory {
  readonly live: Map<string, Live>;
  readonly failed: Set<string>;
  /** Of those of its walks. */
  readonly pages?: SeenPages;
}

/** Of an answer without the identifier that it should bring there is nothing that later steps could refer to. */
export function usable(live: Live): Live {
  const { sent, path, outcome, unfit } = live;
  return unfit === undefined ? live : { answer: undefined, sent, unfit, ...defined({ path, outcome }) };
}

export function recall(name: string, memory: Memory, setup: Memory | undefined): Live | undefined {
  if (isOfSetup(name)) return (setup ?? memory).live.get(ownName(name));
  return memory.live.get(name);
}

/** For a step of which later ones are to know nothing. */
export function aside(memory: Memory): Memory {
  return { ...memory, live: new Map(memory.live), failed: new Set() };
}
