/** What a service says in its answers, as a person would quote it. */
import type { Exchange } from '../../../record/exchange.ts';
import type { ExchangeIndex } from './exchange-index.ts';
import { distinct } from '../../words.ts';

/** Where something was seen. */
interface Seen {
  readonly sights: readonly { readonly exchange: string }[];
}

/** What all of them say alike: words that differ from one answer to the next are nobody's cause. */
export function saidIn(own: readonly Seen[], exchanges: ExchangeIndex): string {
  return alike(own.flatMap(({ sights }) => sights.map(({ exchange }) => saidBy(exchanges.get(exchange))))) ?? '';
}

/** Likewise of answers themselves. */
export function saidByAll(answers: readonly Exchange[]): string | undefined {
  return alike(answers.map(saidBy));
}

function alike(all: readonly string[]): string | undefined {
  const said = distinct(all);
  return said.length === 1 ? said[0] : undefined;
}

/** The sentence of an answer, or why there is none. */
export function saidBy(exchange: Exchange | undefined): string {
  return exchange?.failure?.message ?? messageOf(exchange?.response?.body ?? '');
}

/** The sentence a person would quote from an error body: a short text of it, or its first line. */
function messageOf(whole: string): string {
  const body = whole.slice(0, 4_000);
  const quoted = (/"(?:error_description|message|detail|title)"\s*:\s*"((?:[^"\\]|\\.)*)"/.exec(body) ??
    /"error"\s*:\s*"((?:[^"\\]|\\.)*)"/.exec(body))?.[1];
  const text = quoted ?? body.replace(/<(style|script)[\s\S]*?<\/\1>/gi, ' ').replace(/<[^>]*>/g, ' ');
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > 90 ? `${line.slice(0, 89)}…` : line;
}
