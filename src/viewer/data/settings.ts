/** Settings of the reader: colour scheme and keyboard shortcuts. */

/** Used if the browser gives a page from disk no storage. */
const fallback = new Map<string, string>();

function readSetting(name: string): string | undefined {
  try {
    return localStorage.getItem(`plumbline.${name}`) ?? fallback.get(name);
  } catch {
    return fallback.get(name);
  }
}

function saveSetting(name: string, value: string): void {
  fallback.set(name, value);
  try {
    localStorage.setItem(`plumbline.${name}`, value);
  } catch {
    // The fallback has it.
  }
}

export type Theme = 'light' | 'dark';

/** The theme that the button offers. Without a saved theme, the page uses that of the operating system. */
export function otherTheme(): Theme {
  const isDark =
    (readSetting('theme') ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : '')) === 'dark';
  return isDark ? 'light' : 'dark';
}

export function switchTheme(): void {
  saveSetting('theme', otherTheme());
  applySavedTheme();
}

export function applySavedTheme(): void {
  const theme = readSetting('theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset['theme'] = theme;
  dispatchEvent(new Event('plumbline:theme'));
}

/** Single-key shortcuts can be switched off (WCAG 2.1.4). */
export function areShortcutsOn(): boolean {
  return readSetting('keys') !== 'off';
}

export function setShortcuts(on: boolean): void {
  saveSetting('keys', on ? 'on' : 'off');
}
