import { mediaType } from '../http/media.ts';

export type Form = ReadonlyMap<string, readonly string[]>;

export function isForm(contentType: string | undefined): boolean {
  return mediaType(contentType) === 'application/x-www-form-urlencoded';
}

/** The parameters of a form body, or `undefined` when one is not rightly encoded. A parameter without a value counts as omitted. */
export function parseForm(text: string): Form | undefined {
  const form = new Map<string, string[]>();
  for (const pair of text.split('&')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const name = decode(equals < 0 ? pair : pair.slice(0, equals));
    const value = decode(equals < 0 ? '' : pair.slice(equals + 1));
    if (name === undefined || value === undefined) return undefined;
    if (value !== '') form.set(name, [...(form.get(name) ?? []), value]);
  }
  return form;
}

/** Stricter than URLSearchParams, which lets a bad escape through as text. */
function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}
