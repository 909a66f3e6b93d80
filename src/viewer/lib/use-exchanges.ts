import { useEffect, useState } from 'preact/hooks';
import type { Exchange } from '../../record/exchange.ts';
import { readExchanges } from './blocks.ts';

/** What was sent and came, once it is unpacked: none before. */
export function useExchanges(): ReadonlyMap<string, Exchange> | undefined {
  const [exchanges, setExchanges] = useState<ReadonlyMap<string, Exchange>>();
  useEffect(() => void readExchanges().then(setExchanges), []);
  return exchanges;
}
