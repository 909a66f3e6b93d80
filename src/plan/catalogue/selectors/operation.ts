/** The operation itself, for the texts that name it. */
import type { Selector } from './model.ts';

export const operationSelectors: Readonly<Record<string, Selector>> = {
  itself: {
    words: 'the operation: its name, which ends no id',
    more: ['path'],
    items: ({ operation }) => [{ key: '', value: operation.name, more: { path: operation.path } }],
  },
};
