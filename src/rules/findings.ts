/** Findings of the kinds that many rules make, each with what of it can be compared. */
import { defined } from '../record/defined.ts';
import type { Exchange } from '../record/exchange.ts';
import { show, type Json } from '../record/json.ts';
import { at } from '../record/pointer.ts';
import { finding } from './evidence.ts';
import type { Finding } from './model.ts';
import type { SchemaDeparture } from './schema.ts';

/** Another status than those that are due; without any, `expected` says in words what is. */
export function statusFinding(
  exchange: Exchange,
  due: readonly number[],
  { expected = due.join(' or '), actual }: { readonly expected?: string; readonly actual?: string } = {},
): Finding {
  const got = exchange.response?.status;
  return finding(exchange, 'status', expected, actual ?? String(got), {
    kind: 'status',
    ...defined({ got, due: due.length === 0 ? undefined : due }),
  });
}

/** Another value than was wanted; `undefined` stands for none. */
export function valueFinding(
  exchange: Exchange,
  where: string,
  wanted: Json | undefined,
  shown: Json | undefined,
  write: (value: Json | undefined) => string = show,
): Finding {
  const kind = shown === undefined ? 'lost' : wanted === undefined ? 'added' : 'value';
  return finding(exchange, where, write(wanted), write(shown), { kind });
}

/** Something else where records should be listed. */
export function noList(exchange: Exchange, pointer: string, shown: string): Finding {
  return finding(exchange, `body#${pointer}`, 'an array of records', shown, { kind: 'no-list' });
}

/** What a schema finds of a value that stands at a pointer of the body. */
export function schemaFinding(
  exchange: Exchange,
  pointer: string,
  value: Json,
  { pointer: inner, expected, ...comparable }: SchemaDeparture,
): Finding {
  return finding(exchange, `body#${pointer}${inner}`, expected, show(at(value, inner)), comparable);
}
