/** Reads the data blocks of the page: base64, then deflate, then JSON. No request is sent. */
import { useEffect, useState } from 'preact/hooks';
import type { Exchange } from '../../model/exchange.ts';
import { exchangeKey } from '../../report/checks.ts';
import { indexRequestsOfFailures, type RequestsOfFailure } from '../../report/page/cited.ts';
import type { PackedRows } from '../../report/page/pack.ts';
import { EXCHANGES_BLOCK, exchangesFromWire, REPORT_BLOCK, type Wire } from '../../report/page/data.ts';

/** Exchanges of the page. */
export interface PageExchanges {
  readonly get: (key: string) => Exchange | undefined;
  readonly all: readonly Exchange[];
  readonly requestsOf: RequestsOfFailure;
}

export async function readReport(): Promise<Wire | undefined> {
  return (await readBlock(REPORT_BLOCK)) as Wire | undefined;
}

let exchanges: Promise<PageExchanges> | undefined;

/** Unpacks the exchanges once, when the first component needs them: the decision is visible before that. */
function readExchanges(): Promise<PageExchanges> {
  exchanges ??= readBlock(EXCHANGES_BLOCK).then((packed) => {
    const all = packed === undefined ? [] : exchangesFromWire(packed as PackedRows);
    const byKey = new Map(all.map((exchange) => [exchangeKey(exchange), exchange]));
    return { get: (key) => byKey.get(key), all, requestsOf: indexRequestsOfFailures(all) };
  });
  return exchanges;
}

/** The exchanges of the page by key; undefined until they are unpacked. */
export function useExchanges(): PageExchanges | undefined {
  const [loaded, setLoaded] = useState<PageExchanges>();
  useEffect(() => void readExchanges().then(setLoaded), []);
  return loaded;
}

async function readBlock(id: string): Promise<unknown> {
  const text = document.getElementById(id)?.textContent?.trim() ?? '';
  if (text === '') return undefined;
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'));
  return JSON.parse(await new Response(stream).text());
}
