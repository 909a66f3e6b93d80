/** What a JWT says of itself, as it is recorded: with what is secret in it masked. */
import { at } from '../record/pointer.ts';
import { parseJson, type Json } from '../record/json.ts';
import type { MultiPatternSearch } from './multi-pattern-search.ts';
import type { Redactor } from './redactor.ts';
import { readJwt } from './tokens.ts';

/** That of an answer; of what is none, nothing. */
export function tokenSaid(
  body: Json | undefined,
  place: string,
  redactor: Redactor,
  personal: MultiPatternSearch | undefined,
): Json | undefined {
  return saidBy(at(body, place), redactor, personal);
}

/** That of a form, in its parameter `assertion` (RFC 7521 §4.1). */
export function assertionSaid(
  form: string | undefined,
  redactor: Redactor,
  personal: MultiPatternSearch | undefined,
): Json | undefined {
  return saidBy(new URLSearchParams(form).get('assertion'), redactor, personal);
}

function saidBy(token: unknown, redactor: Redactor, personal: MultiPatternSearch | undefined): Json | undefined {
  const said = typeof token === 'string' ? readJwt(token) : undefined;
  if (said === undefined) return undefined;
  const shown = parseJson(redactor.body(JSON.stringify(said), personal));
  return shown.ok ? shown.value : undefined;
}
