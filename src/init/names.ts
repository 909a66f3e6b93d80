/** Conversions of names in a document to names in a contract, and the most frequent of several values. */
import { capitalize } from '../model/text.ts';

/** Kebab case: `Book orders` and `bookOrders` become `book-orders`; diacritics are removed. */
export function kebabCase(text: string): string {
  const words = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  return /^[a-z]/.test(words) ? words : `x-${words}`.replace(/-$/, '');
}

/** Environment variable: `Book orders` becomes `BOOK_ORDERS`. */
export function environmentVariableName(text: string): string {
  return kebabCase(text).replaceAll('-', '_').toUpperCase();
}

/** Letters and digits in lower case, so that `pageSize`, `page_size` and `page[size]` are equal. */
export function normalizeName(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}

/** Title: `book-orders` becomes `Book orders`. */
export function titleFromName(name: string): string {
  return capitalize(name.replaceAll('-', ' '));
}

/** Whether `many` is an English plural of `one`; both in lower case without punctuation. */
export function isPluralOf(one: string, many: string): boolean {
  return one !== '' && [one, `${one}s`, `${one}es`, one.replace(/y$/, 'ies')].includes(many);
}

/** Whether a contract can use the name as a field name. Maps keyed by path or media type have names that it cannot. */
export function isAllowedFieldName(name: string): boolean {
  return /^[^\s/{}]+$/.test(name);
}

/** Distinct values by key, the most frequent first. Ties keep their order. */
export function byFrequency<T>(values: readonly T[], keyOf: (value: T) => string = JSON.stringify): readonly T[] {
  const counts = new Map<string, { readonly value: T; count: number }>();
  for (const value of values) {
    const key = keyOf(value);
    const known = counts.get(key) ?? { value, count: 0 };
    known.count += 1;
    counts.set(key, known);
  }
  return [...counts.values()].sort((a, b) => b.count - a.count).map(({ value }) => value);
}
