/** Rules on traffic that no HTTP client sends. */
import { chunked } from './chunked.ts';
import { fieldCharacters } from './field-characters.ts';
import { host } from './host.ts';
import { length } from './length.ts';

export const rawRules = [fieldCharacters, host, length, chunked] as const;
