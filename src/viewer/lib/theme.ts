/** Light, dark, or as the system says. */
import { remember, remembered } from './memory.ts';

export const THEMES = ['auto', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

export function currentTheme(): Theme {
  const saved = remembered('theme');
  return THEMES.find((theme) => theme === saved) ?? 'auto';
}

export function setTheme(theme: Theme): void {
  remember('theme', theme);
  applyTheme(theme);
}

export function applyTheme(theme: Theme): void {
  if (theme === 'auto') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
  // Charts are drawn, not styled: they ask for colours again.
  dispatchEvent(new Event('plumbline:theme'));
}

export function nextTheme(theme: Theme): Theme {
  return THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'auto';
}
