import type { JSX } from 'preact';
import { useState } from 'preact/hooks';

/** Copies a text, and says that it did. */
export function Copy({ text, what }: { readonly text: string; readonly what: string }): JSX.Element {
  const [done, setDone] = useState<'' | 'copied' | 'select it'>('');
  const copy = async (): Promise<void> => {
    setDone((await toClipboard(text)) ? 'copied' : 'select it');
    setTimeout(() => setDone(''), 2000);
  };
  return (
    <button type="button" class="button small no-print" aria-label={`Copy ${what}`} onClick={() => void copy()}>
      <span aria-live="polite">{done === '' ? 'Copy' : done === 'copied' ? 'Copied' : 'Not allowed: select it'}</span>
    </button>
  );
}

async function toClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
