/** Markdown documents of the project, and their prose: sentences without code, URLs and markup. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { files, ROOT } from './files.ts';

/** Hand-written documents for users and contributors. */
export const documents: readonly string[] = [
  ...files.filter((file) => /^(?:docs\/(?!generated\/).*|[^/]+)\.md$/.test(file)),
  'reports/README.md',
  ...readdirSync(path.join(ROOT, 'examples'), { withFileTypes: true }).flatMap((entry) =>
    entry.isFile() ? [`examples/${entry.name}`] : readmeOf(`examples/${entry.name}`),
  ),
];

function readmeOf(folder: string): readonly string[] {
  return readdirSync(path.join(ROOT, folder)).includes('README.md') ? [`${folder}/README.md`] : [];
}

export interface Sentence {
  readonly line: number;
  readonly text: string;
}

/** Words over which a sentence counts as long. */
const LONG = 35;

/**
 * Sentences of headings, paragraphs, list items and table cells. Fenced and indented blocks, comments, code spans and URLs contain no
 * prose: blocks are removed, code spans become the word `code`.
 */
export function sentencesOf(markdown: string): readonly Sentence[] {
  const text = markdown
    .replaceAll(/^( *)```[\s\S]*?^\1```$|<!--[\s\S]*?-->/gm, blankLines)
    .replaceAll(/(?<=\n\n)(?: {4}(?! *(?:[-*]|\d+\.) ).*\n)+/g, blankLines)
    .replaceAll(/`[^`]+`/g, (code) => `code${blankLines(code)}`)
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/https?:\/\/\S+/g, 'URL')
    .replaceAll(/[*_]{1,2}(?=\S)([^*_\n]+?)[*_]{1,2}/g, '$1');
  const sentences: Sentence[] = [];
  for (const { line, text: block } of blocksOf(text))
    for (const sentence of block.split(/(?<=[.!?])\s+(?=[A-Z"'(`\d]|code\b)/))
      if (/\w/.test(sentence)) sentences.push({ line, text: sentence.replaceAll(/\s+/g, ' ').trim() });
  return sentences;
}

/** Fenced blocks. */
export function blocksIn(markdown: string): readonly string[] {
  return [...markdown.matchAll(/^ *```\w*.*\n([\s\S]*?)^ *```$/gm)].map(([, block = '']) => block);
}

/** Share of sentences with more than 35 words. */
export function shareOfLong(sentences: readonly Sentence[]): number {
  return sentences.filter(({ text }) => text.split(/\s+/).length > LONG).length / Math.max(1, sentences.length);
}

/** Keeps the line numbers of the text that follows. */
function blankLines(text: string): string {
  return text.replaceAll(/[^\n]/g, '');
}

/** Paragraphs, headings, list items and table cells. */
function blocksOf(text: string): readonly Sentence[] {
  const blocks: { line: number; text: string }[] = [];
  let isOpen = false;
  for (const [index, written] of text.split('\n').entries()) {
    const line = index + 1;
    if (/^\s*\|/.test(written)) {
      const cells = written.split('|').filter((cell) => /\w/.test(cell));
      blocks.push(...cells.map((cell) => ({ line, text: cell.trim() })));
      isOpen = false;
    } else if (/^\s*$/.test(written)) isOpen = false;
    else if (isOpen && !/^\s*(?:[-*]|\d+\.|#+)\s/.test(written)) {
      const last = blocks.at(-1);
      if (last !== undefined) last.text += ` ${written.trim()}`;
    } else {
      blocks.push({ line, text: written.replace(/^\s*(?:[-*]|\d+\.|#+)\s+/, '').trim() });
      isOpen = !/^\s*#/.test(written);
    }
  }
  return blocks;
}
