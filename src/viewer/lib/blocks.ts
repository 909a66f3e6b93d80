/** Reads a block of data out of the page: base64, then deflate, then JSON. No request is made. */
import type { Exchange } from '../../record/exchange.ts';
import { exchangeKey } from '../../report/exchange-key.ts';
import { EXCHANGES_BLOCK, exchangesFromWire, REPORT_BLOCK } from '../../report/page/wire.ts';
import type { Wire } from '../../report/page/wire.ts';
import type { PackedRows } from '../../report/page/pack.ts';

export async function readReport(): Promise<Wire | undefined> {
  return (await readBlock(REPORT_BLOCK)) as Wire | undefined;
}

let exchanges: Promise<ReadonlyMap<string, Exchange>> | undefined;

/** Read when first asked for, and once: a reader who only wants the decision does not wait for bodies. */
export function readExchanges(): Promise<ReadonlyMap<string, Exchange>> {
  exchanges ??= readBlock(EXCHANGES_BLOCK).then((packed) => {
    const all = packed === undefined ? [] : exchangesFromWire(packed as PackedRows);
    return new Map(all.map((exchange) => [exchangeKey(exchange), exchange]));
  });
  return exchanges;
}

async function readBlock(id: string): Promise<unknown> {
  const text = document.getElementById(id)?.textContent?.trim() ?? '';
  if (text === '') return undefined;
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let index = 0; index < binary.length; index++) bytes[index] = binary.charCodeAt(index);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'));
  return JSON.parse(await new Response(stream).text());
}
