/** Text into GitHub-flavoured Markdown, on one line and inert. */
import { oneLine } from '../words.ts';

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
