/** The blocks that the endpoints of a service share. */
import { checkJsonSchema } from './check-json-schema.ts';
import type { Accepted } from './load-spec.ts';
import type { ErrorsBlock, PaginationBlock, TokenBlock } from './model.ts';
import type { ProblemList } from './problem-list.ts';
import type { RawErrors, RawPagination, RawToken } from './raw.ts';
import type { References } from './references.ts';
import { writtenOut } from './schema-references.ts';
import { suggestion } from './suggest.ts';

export function checkErrors({ document, raw }: Accepted<RawErrors>, problems: ProblemList): void {
  for (const family of Object.values(raw.families))
    checkJsonSchema(document, family, 'schema', family.schema, problems);
  for (const refusal of Object.values(raw.refusals)) {
    if (refusal.family === undefined || refusal.family in raw.families) continue;
    problems.add(
      document.problem(
        'unknown-family',
        `there is no error family ${JSON.stringify(refusal.family)}`,
        refusal,
        'family',
        'value',
        suggestion(refusal.family, Object.keys(raw.families), 'family'),
      ),
    );
  }
}

export function buildErrors({ raw }: Accepted<RawErrors>): ErrorsBlock {
  return {
    families: Object.entries(raw.families).map(([name, family]) => ({
      ...family,
      schema: writtenOut(family.schema) ?? true,
      name,
    })),
    refusals: raw.refusals,
    never: raw.never ?? [],
  };
}

export function buildPagination({ document, raw }: Accepted<RawPagination>, references: References): PaginationBlock {
  for (const header of [...Object.values(raw.request), ...Object.values(raw.response)])
    references.open(header, document, TEXT);
  references.open(raw.ends, document, oneOf(['absent', 'empty', 'zero']));
  references.open(raw.overCap, document, oneOf(['clamp', 'refuse']));
  references.open(raw.pastTheEnd, document, oneOf(['empty', 'not-found']));
  return { ...raw, at: document.at(raw, 'request') };
}

export function buildToken({ document, raw }: Accepted<RawToken>, references: References): TokenBlock {
  references.open(raw.carrier.header, document, TEXT);
  references.open(raw.carrier.scheme, document, { noun: 'a text', is: (value) => typeof value === 'string' });
  references.open(raw.skew, document, NUMBER);
  references.open(raw.maximumLifetime, document, NUMBER);
  return {
    ...raw,
    header: raw.header.map((rule) => ({ ...rule, required: rule.required ?? false })),
    claims: raw.claims.map((rule) => ({ ...rule, required: rule.required ?? false })),
    at: document.at(raw, 'carrier'),
  };
}

const TEXT = { noun: 'a text', is: (value: unknown): boolean => typeof value === 'string' && value !== '' };
const NUMBER = { noun: 'a number', is: (value: unknown): boolean => typeof value === 'number' };

function oneOf(words: readonly string[]): { readonly noun: string; readonly is: (value: unknown) => boolean } {
  return { noun: `one of ${words.join(', ')}`, is: (value) => typeof value === 'string' && words.includes(value) };
}
