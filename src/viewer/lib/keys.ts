/** Keys for those who read this every morning. Single keys can be switched off (WCAG 2.1.4). */
import { remember, remembered } from './memory.ts';
import { goTo } from './route.ts';

export function keysOn(): boolean {
  return remembered('keys') !== 'off';
}

export function setKeys(on: boolean): void {
  remember('keys', on ? 'on' : 'off');
}

export interface KeyActions {
  /** In the order of the navigation: 1 is the first, 0 the tenth. */
  readonly pages: readonly string[];
  readonly help: () => void;
  readonly theme: () => void;
  readonly search: () => void;
}

export function listenToKeys(actions: KeyActions): () => void {
  const onKey = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || !keysOn()) return;
    if (document.querySelector('dialog[open]') !== null) return;
    const { target } = event;
    if (
      target instanceof HTMLInputElement ||
      target instanceof HTMLSelectElement ||
      target instanceof HTMLTextAreaElement
    ) {
      if (event.key === 'Escape') target.blur();
      return;
    }
    if (act(event.key, actions)) event.preventDefault();
  };
  document.addEventListener('keydown', onKey);
  return () => document.removeEventListener('keydown', onKey);
}

function act(key: string, actions: KeyActions): boolean {
  switch (key) {
    case '/':
      actions.search();
      return true;
    case '?':
      actions.help();
      return true;
    case 't':
      actions.theme();
      return true;
    case 'j':
      return moveItem(1);
    case 'k':
      return moveItem(-1);
    case 'n':
      return follow('next');
    case 'p':
      return follow('previous');
    case 'u':
      return follow('up');
    default: {
      const page = /^\d$/.test(key) ? actions.pages[(Number(key) + 9) % 10] : undefined;
      if (page !== undefined) goTo(page);
      return page !== undefined;
    }
  }
}

/** Moves the focus among the items of the page. */
function moveItem(step: number): boolean {
  const items = [...document.querySelectorAll<HTMLElement>('main [data-item]')].filter(
    (item) => item.offsetParent !== null,
  );
  if (items.length === 0) return false;
  const active = document.activeElement;
  const at = items.findIndex((item) => item === active);
  const next = at >= 0 ? at + step : step > 0 ? 0 : items.length - 1;
  const item = items[Math.min(items.length - 1, Math.max(0, next))];
  item?.focus();
  item?.scrollIntoView({ block: 'nearest' });
  return true;
}

function follow(relation: string): boolean {
  const link = document.querySelector<HTMLAnchorElement>(`main a[data-go="${relation}"]`);
  link?.click();
  return link !== null;
}
