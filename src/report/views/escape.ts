/** Escapes untrusted text for Markdown and XML. */
import { oneLine } from '../text.ts';
import { printable } from '../printable.ts';

/** Plain Markdown text without markup, mentions, issue references and links. */
export function markdownText(text: string, limit = 200): string {
  // A URL in a code span can be copied, and GitHub does not turn it into a link.
  return oneLine(text, limit)
    .split(/(\bhttps?:\/\/[^\s`|]+)/i)
    .map((part, index) => (index % 2 === 1 ? `\`${part}\`` : escapedText(part)))
    .join('');
}

function escapedText(text: string): string {
  return (
    text
      .replace(/[\\`*_[\]<>|~&$]/g, '\\$&')
      // GitHub detects mentions, issue references and bare URLs after parsing, so a backslash has no effect, but a zero-width space does.
      .replace(/[@#]|\bGH-(?=\d)/gi, '$&\u200b')
      .replace(/:\/\//g, ':\u200b//')
      .replace(/\bwww\./gi, (match) => `${match.slice(0, -1)}\u200b.`)
  );
}

/** A code span whose fence is longer than any backticks in it. Not for tables, where a pipe ends the cell. */
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

/** Attribute value with escaped line breaks and tabs, which a parser would replace by spaces. */
export function xmlAttribute(text: string): string {
  return xmlText(text).replace(/[\t\n\r]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Attributes ` name="value"` of defined values. */
export function xmlAttributes(attributes: Readonly<Record<string, string | number | undefined>>): string {
  return Object.entries(attributes)
    .flatMap(([name, value]) => (value === undefined ? [] : [` ${name}="${xmlAttribute(String(value))}"`]))
    .join('');
}
