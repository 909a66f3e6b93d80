/** A refusal that is kept by the address alone: who reads there with a good token is given it again. */
import type { Exchange } from '../../../record/exchange.ts';
import { MASK } from '../../../record/mask.ts';
import { operationsOf, type ExchangeIndex } from '../exchanges/exchange-index.ts';
import { versionOf } from '../exchanges/exchange-place.ts';
import { listed } from '../../phrase.ts';
import { seenBy, type CauseReading } from './model.ts';

/** Fewer that have a token may be refused for what they have in common. */
const FEWEST = 2;

/** `Refuses a read with a good token after a read of the same address was refused, with the same 401 again, on orders/read`. */
export const keptRefusals: CauseReading = ({ own, exchanges }) => {
  const seen = seenBy(own, exchanges);
  if (seen.length === 0 || !own.every(({ did, was }) => did === 'refused-good' && was === '401')) return undefined;
  if (!seen.every((one) => isKept(one, exchanges))) return undefined;
  const on = listed(operationsOf(seen, exchanges));
  return `Refuses a read with a good token after a read of the same address was refused, with the same 401 again, on ${on}`;
};

function isKept(one: Exchange, { all }: ExchangeIndex): boolean {
  const ofVersion = all.filter((other) => versionOf(other) === versionOf(one));
  const reads = ofVersion
    .filter(({ request }) => request.method === 'GET' && request.url === one.request.url)
    .toSorted((a, b) => a.at - b.at);
  const place = reads.indexOf(one);
  const before = reads.slice(0, place).findLastIndex((read) => !isRefused(read));
  const next = reads.findIndex((read, index) => index > place && !isRefused(read));
  const run = reads.slice(before + 1, next === -1 ? undefined : next);
  const [first] = run;
  const isSame = first !== undefined && run.every((read) => saidBy(read) === saidBy(first));
  if (place === -1 || !isSame || isSigned(first) || run.filter(isSigned).length < FEWEST) return false;
  // Where nothing is kept, a bad token is told from none.
  const others = ofVersion.filter((other) => isRefused(other) && other.request.method !== 'GET');
  const unsigned = new Set(others.filter((other) => !isSigned(other)).map(saidBy));
  return unsigned.has(saidBy(first)) && others.some((other) => isSigned(other) && !unsigned.has(saidBy(other)));
}

function isRefused({ response }: Exchange): boolean {
  return response?.status === 401;
}

/** Whatever carries it, a token is masked. */
function isSigned({ request }: Exchange): boolean {
  return request.headers.some(([, value]) => value.includes(MASK));
}

function saidBy({ response }: Exchange): string {
  const challenge = response?.headers.filter(([name]) => name === 'www-authenticate') ?? [];
  return JSON.stringify([response?.body, challenge]);
}
