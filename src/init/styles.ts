/** Pagination styles of all lists of a service. */
import { defined, maybe } from '../model/objects.ts';
import type { JsonMap } from '../model/json.ts';
import { USUAL_STYLE } from '../load/model.ts';
import type { ApiOperation } from '../openapi/document.ts';
import { byFrequency } from './by-frequency.ts';
import { pagesOf } from './paging.ts';
import type { LeaveOut, Resource } from './resources.ts';

export interface Styles {
  readonly pagination?: JsonMap;
  /** Pagination settings of a list, by `METHOD path`. */
  readonly saidBy: ReadonlyMap<string, JsonMap>;
}

export function saidByKey({ method, path }: ApiOperation): string {
  return `${method} ${path}`;
}

/** The most frequent style becomes the style of the service; the others get names. */
export function stylesOf(all: readonly Resource[], tell: LeaveOut): Styles {
  const lists = all.flatMap(({ doings }) =>
    doings.filter(({ kind }) => kind === 'list').map(({ operation }) => operation),
  );
  const drafted = lists.flatMap((operation) => {
    const pages = pagesOf(operation);
    if (pages !== undefined && 'open' in pages) tell(operation, `how it is paged: ${pages.open}`);
    return pages !== undefined && 'style' in pages ? [{ operation, ...pages }] : [];
  });
  const [usual, ...less] = byFrequency(drafted.map(({ style }) => style));
  if (usual === undefined) return { saidBy: new Map() };
  const others = byFrequency([...less, ...drafted.flatMap(({ also }) => (also === undefined ? [] : [also]))]);
  const named: Record<string, JsonMap> = {};
  const names = new Map<string, string>();
  for (const style of others) {
    const base = `by-${String(style['style'])}`;
    const name = base in named ? `${base}-${Object.keys(named).length + 1}` : base;
    named[name] = style;
    names.set(JSON.stringify(style), name);
  }
  return {
    pagination: { ...usual, ...(others.length === 0 ? {} : { others: named }) },
    saidBy: new Map(
      drafted.map(({ operation, style, also }) => {
        const own = names.get(JSON.stringify(style));
        const second = maybe(also, (it) => names.get(JSON.stringify(it)));
        return [
          saidByKey(operation),
          {
            pagination: isCapped(style) ? 'enforced' : 'optional',
            ...defined({ style: second === undefined ? own : [own ?? USUAL_STYLE, second] }),
          },
        ];
      }),
    ),
  };
}

/** A list with a default or maximum size is always paged; other lists are paged on request. */
function isCapped({ ask }: JsonMap): boolean {
  const size = (ask as JsonMap)['size'] as JsonMap | undefined;
  return size?.['default'] !== undefined || size?.['maximum'] !== undefined;
}
