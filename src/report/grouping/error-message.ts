/** Error messages in response bodies, for titles and for comparing errors. */
import type { ReportCheck } from '../model.ts';

/** Error message without IDs, numbers and field names, so that equal errors have equal messages. */
export function plainMessage(body: string, check: ReportCheck): string {
  const text = errorMessage(body);
  const name = check.member?.at(-1);
  const plain = name === undefined ? text : text.replaceAll(name, '·');
  return plain
    .replace(/"[^"]*"/g, '·')
    .replace(/\b(?=\w*\d)\w{5,}\b/g, '·')
    .replace(/[\d.:-]{4,}/g, '·');
}

/** Human-readable message of an error body. */
export function errorMessage(whole: string): string {
  const body = whole.slice(0, 4000);
  const quoted = (/"(?:error_description|message|detail|title)"\s*:\s*"((?:[^"\\]|\\.)*)"/.exec(body) ??
    /"error"\s*:\s*"((?:[^"\\]|\\.)*)"/.exec(body))?.[1];
  const line = (quoted ?? (/^\s*[[{]/.test(body) ? '' : body.replace(/<[^>]*>/g, ' '))).replace(/\s+/g, ' ').trim();
  return line.length > 90 ? `${line.slice(0, 89)}…` : line;
}
