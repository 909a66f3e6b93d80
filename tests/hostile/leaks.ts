/** Searches all that a run wrote for what it was told in confidence. */
import { tracesOf } from '../http/echo-forms.ts';
import { contentOf, filesBelow } from '../run/support.ts';

/** Claims and signature of a token, and the lines of a key: what is found of either is a leak. */
function wordsOf(secret: string): readonly string[] {
  if (secret.startsWith('eyJ')) return secret.split('.').slice(1);
  return secret.split('\n').filter((line) => line.length > 40 && !line.includes('-----'));
}

/** Where any form of any of these stands; all files below a folder are searched, and these texts. */
export function leaksOf(
  secrets: readonly string[],
  folder: string,
  texts: Readonly<Record<string, string>> = {},
): readonly string[] {
  const search = searchFor(secrets.flatMap(wordsOf).flatMap(tracesOf));
  const written = [...Object.entries(texts), ...filesBelow(folder).map((file) => [file, contentOf(file)] as const)];
  return written.flatMap(([file, content]) => {
    const low = content.toLowerCase();
    return search(low).map((at) => `${file}: …${low.slice(Math.max(0, at - 60), at + 40)}`);
  });
}

const BASE = 257;

/** Finds where any of many texts of one length stands, in one pass: a search for each would take minutes. */
function searchFor(traces: readonly string[]): (text: string) => readonly number[] {
  const wanted = new Set(traces);
  const length = Math.min(...[...wanted].map((trace) => trace.length));
  const begun = new Map<number, string[]>();
  const hashOf = (text: string): number => {
    let hash = 0;
    for (let i = 0; i < length; i += 1) hash = (Math.imul(hash, BASE) + text.charCodeAt(i)) | 0;
    return hash;
  };
  for (const trace of wanted) begun.set(hashOf(trace), [...(begun.get(hashOf(trace)) ?? []), trace]);
  let leaving = 1;
  for (let i = 1; i < length; i += 1) leaving = Math.imul(leaving, BASE);
  return (text) => {
    const found: number[] = [];
    let hash = hashOf(text);
    for (let at = 0; at + length <= text.length; at += 1) {
      if (begun.get(hash)?.some((trace) => text.startsWith(trace, at)) === true) found.push(at);
      hash = (Math.imul(hash - Math.imul(text.charCodeAt(at), leaving), BASE) + text.charCodeAt(at + length)) | 0;
    }
    return found;
  };
}
