import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { capital } from '../lib/format.ts';
import { currentTheme, nextTheme, setTheme } from '../lib/theme.ts';

export function ThemeButton(): JSX.Element {
  const [theme, set] = useState(currentTheme);
  useEffect(() => {
    const update = (): void => set(currentTheme());
    addEventListener('plumbline:theme', update);
    return () => removeEventListener('plumbline:theme', update);
  }, []);
  return (
    <button
      type="button"
      class="button"
      title="Colours"
      aria-label={`Colours: ${theme}. Change to ${nextTheme(theme)}`}
      onClick={() => setTheme(nextTheme(theme))}
    >
      {capital(theme)}
    </button>
  );
}
