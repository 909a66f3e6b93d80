/** How the lists of a service are paged, each in its style. Pure. */
import { defined, maybe } from '../model/objects.ts';
import type { JsonMap } from '../model/json.ts';
import { USUAL_STYLE } from '../load/model.ts';
import type { ApiOperation } from '../openapi/document.ts';
import { byFrequency } from './by-frequency.ts';
import { pagesOf } from './paging.ts';
import type { LeaveOut, Resource } from './resources.ts';

export interface Styles {
  /** As in `pagination.yaml`. */
  readonly pagination?: JsonMap;
  /** What a list says of it, by `METHOD path`. */
  readonly saidBy: ReadonlyMap<string, JsonMap>;
}

/** By which a list is known. */
export function saidByKey({ method, path }: ApiOperation): string {
  return `${method} ${path}`;
}

/** The style of most lists is that of the service; the others have names. */
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

/** A list with a usual or a largest size is always paged; without one it may be for those who ask. */
function isCapped({ ask }: JsonMap): boolean {
  const size = (ask as JsonMap)['size'] as JsonMap | undefined;
  return size?.['default'] !== undefined || size?.['maximum'] !== undefined;
}
