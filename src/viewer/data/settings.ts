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

const THEMES = ['auto', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

export function currentTheme(): Theme {
  const saved = readSetting('theme');
  return THEMES.find((theme) => theme === saved) ?? 'auto';
}

export function nextTheme(): Theme {
  return THEMES[(THEMES.indexOf(currentTheme()) + 1) % THEMES.length] ?? 'auto';
}

export function setTheme(theme: Theme): void {
  saveSetting('theme', theme);
  applyTheme(theme);
}

export function applyTheme(theme: Theme): void {
  if (theme === 'auto') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
  dispatchEvent(new Event('plumbline:theme'));
}

/** Single-key shortcuts can be switched off (WCAG 2.1.4). */
export function areShortcutsOn(): boolean {
  return readSetting('keys') !== 'off';
}

export function setShortcuts(on: boolean): void {
  saveSetting('keys', on ? 'on' : 'off');
}
