/**
 * Hostile text made harmless to the eye: control characters, direction overrides and zero-width characters are spelled
 * out, so that what a reader sees is what was sent.
 */
export interface TextRun {
  readonly text: string;
  /** It stands for a character that would not be seen. */
  readonly spelled: boolean;
}

// Tab and line feed are layout and stay.
const UNSEEN = /(?![\t\n])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

export function visibleRuns(text: string): TextRun[] {
  const runs: TextRun[] = [];
  let from = 0;
  for (const match of text.matchAll(UNSEEN)) {
    if (match.index > from) runs.push({ text: text.slice(from, match.index), spelled: false });
    const code = match[0].codePointAt(0) ?? 0;
    runs.push({ text: `U+${code.toString(16).toUpperCase().padStart(4, '0')}`, spelled: true });
    from = match.index + match[0].length;
  }
  if (from < text.length) runs.push({ text: text.slice(from), spelled: false });
  return runs;
}
