/** Texts of others in Markdown and XML. */
import { oneLine } from '../text.ts';
import { printable } from '../printable.ts';

/** As plain text: nothing in it is markup, a mention, an issue reference or a link. */
export function markdownText(text: string, limit = 200): string {
  return (
    oneLine(text, limit)
      .replace(/[\\`*_[\]<>|~&$]/g, '\\$&')
      // Mentions, issue references and bare addresses are found after the markup is read, so a backslash does not stop
      // them; a zero-width space does.
      .replace(/[@#]|\bGH-(?=\d)/gi, '$&\u200b')
      .replace(/:\/\//g, ':\u200b//')
      .replace(/\bwww\./gi, (match) => `${match.slice(0, -1)}\u200b.`)
  );
}

/** As a code span whose fence is longer than any run of backticks in it. Not for tables, which see a pipe even here. */
export function markdownCode(text: string, limit = 200): string {
  const flat = oneLine(text, limit);
  if (flat === '') return '(empty)';
  const longest = Math.max(0, ...(flat.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  const pad = flat.startsWith('`') || flat.endsWith('`') ? ' ' : '';
  return `${fence}${pad}${flat}${pad}${fence}`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

export function xmlText(text: string): string {
  return printable(text).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

/** Also keeps line breaks and tabs, which a parser would turn into spaces. */
export function xmlAttribute(text: string): string {
  return xmlText(text).replace(/[\t\n\r]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** ` name="value"` for each that is given. */
export function xmlAttributes(attributes: Readonly<Record<string, string | number | undefined>>): string {
  return Object.entries(attributes)
    .flatMap(([name, value]) => (value === undefined ? [] : [` ${name}="${xmlAttribute(String(value))}"`]))
    .join('');
}
