import type { RecordedResponse } from '../../record/exchange.ts';
import { finding, inapplicable, judged } from '../evidence.ts';
import { isMediaType, isNameList, isUriReference } from './grammar.ts';
import { passiveRule } from './passive-rule.ts';

interface Grammar {
  readonly form: string;
  readonly fits: (value: string) => boolean;
}

/** RFC 9111 §1.2.2, §5.2.2.1: seconds are digits, and a sender does not put them in quotes. */
function hasSeconds(value: string): boolean {
  return [...value.matchAll(/(?:^|[\s,])(?:s-maxage|max-age|stale-[a-z-]+)\s*=\s*([^,]*)/gi)].every(
    ([, seconds = '']) => /^\d+\s*$/.test(seconds),
  );
}

const FIELDS: Readonly<Record<string, Grammar>> = {
  'content-type': { form: 'a media type', fits: isMediaType },
  location: { form: 'a URI reference', fits: isUriReference },
  'content-location': { form: 'a URI reference', fits: isUriReference },
  vary: { form: 'a list of field names, or *', fits: isNameList },
  'cache-control': { form: 'whole seconds without quotes', fits: hasSeconds },
};

function judgedFields({ headers }: RecordedResponse): readonly (readonly [string, string, Grammar])[] {
  return headers.flatMap(([name, value]) => {
    const grammar = FIELDS[name];
    return grammar === undefined ? [] : [[name, value, grammar] as const];
  });
}

export const fieldGrammar = passiveRule('http.field-grammar', (response, exchange) => {
  const sent = judgedFields(response);
  if (sent.length === 0) return inapplicable('no such field');
  return judged(
    sent
      .filter(([, value, { fits }]) => !fits(value))
      .map(([name, value, { form }]) => finding(exchange, `header ${name}`, form, value)),
  );
});
