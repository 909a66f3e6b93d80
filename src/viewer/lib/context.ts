import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Route } from './route.ts';
import type { Store } from './store.ts';

export interface Page {
  readonly store: Store;
  readonly route: Route;
}

export const PageContext = createContext<Page | undefined>(undefined);

export function usePage(): Page {
  const page = useContext(PageContext);
  if (page === undefined) throw new Error('no page around this component');
  return page;
}
