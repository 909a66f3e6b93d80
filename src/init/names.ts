/** How names of a document become those of a contract. Pure. */
import { capital } from '../model/text.ts';

/** `Book orders` and `bookOrders` to `book-orders`; a letter with a mark to the letter. */
export function kebab(text: string): string {
  const words = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  return /^[a-z]/.test(words) ? words : `x-${words}`.replace(/-$/, '');
}

/** `Book orders` to `BOOK_ORDERS`, as a variable of the environment is called. */
export function variableName(text: string): string {
  return kebab(text).replaceAll('-', '_').toUpperCase();
}

/** Letters and digits alone, lower case: `pageSize`, `page_size` and `page[size]` are one word. */
export function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}

/** `book-orders` to `Book orders`. */
export function titleOf(name: string): string {
  return capital(name.replaceAll('-', ' '));
}

/** Whether the second word, without case and punctuation, is the first one of many. */
export function isManyOf(one: string, many: string): boolean {
  return one !== '' && [one, `${one}s`, `${one}es`, one.replace(/y$/, 'ies')].includes(many);
}

/** Whether a contract can name it: a map from paths or from media types has members that it cannot. */
export function isMemberName(name: string): boolean {
  return /^[^\s/{}]+$/.test(name);
}
