/**
 * What there is one of, as it was before a run changed it: written down before anything is sent that changes it, so that it can be put back
 * however the run ends.
 */
import { randomUUID } from 'node:crypto';
import type { Undo } from '../plan/model.ts';
import { defined } from '../record/defined.ts';
import type { Json } from '../record/json.ts';
import { isSuccessful } from '../record/success.ts';
import { placeOf } from './guard.ts';
import { noteStayed, type DoneExchange, type Ledger } from './ledger.ts';
import type { Destination } from './sender.ts';
import { TransportFailure } from './transport.ts';

type Place = Pick<Destination, 'catalogue' | 'service' | 'spec' | 'baseUrl' | 'redactor'>;

/** @param body what puts it back; returns the key by which the ledger knows it, or undefined where there is no ledger */
export function noteFormer(
  { method, path }: Undo,
  body: Json,
  { catalogue, service: { service }, spec, baseUrl: address, redactor }: Place,
  ledger: Ledger | undefined,
): string | undefined {
  if (ledger === undefined) return undefined;
  const text = JSON.stringify(body);
  const key = `${service}@${spec} ${method} ${path} ${randomUUID()}`;
  const endpoint = catalogue.get(placeOf('service', method, path))?.endpoint ?? path;
  // Masked it could not be put back, and what is masked may not be written down.
  const written = redactor.body(text, redactor.personal(text)) === text ? body : undefined;
  ledger.changed({
    key,
    service,
    spec,
    endpoint,
    address,
    under: [],
    restore: { method, path, ...defined({ body: written }) },
  });
  return key;
}

export function noteRestored(
  key: string,
  method: string,
  outcome: DoneExchange['outcome'],
  ledger: Ledger | undefined,
): void {
  if (ledger === undefined) return;
  if (outcome instanceof TransportFailure || !isSuccessful(outcome.status)) noteStayed(ledger, key, method, outcome);
  else ledger.removed(key, '');
}
