/** One of several parts of a run, which are sent side by side and know nothing of each other. */
export interface Shard {
  /** From 1. */
  readonly part: number;
  readonly parts: number;
}

/** A run that is not shared is the only part of itself. */
export const ONLY_PART: Shard = { part: 1, parts: 1 };

/** `2/3`, as it is asked for. */
export function shardOf(text: string | undefined): Shard {
  const [part = 1, parts = 1] = (text ?? '1/1').split('/').map(Number);
  return { part, parts };
}
