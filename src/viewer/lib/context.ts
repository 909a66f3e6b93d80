import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Route } from './route.ts';
import type { Store } from './store.ts';

export interface PageState {
  readonly store: Store;
  readonly route: Route;
}

export const PageContext = createContext<PageState | undefined>(undefined);

export function usePage(): PageState {
  const page = useContext(PageContext);
  if (page === undefined) throw new Error('no page around this component');
  return page;
}
