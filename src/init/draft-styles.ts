/** The styles of paging of a draft: the most frequent is that of the service, the others have names. Pure. */
import type { JsonMap } from '../record/json.ts';
import type { Paged } from './draft-operation.ts';

type Operations = Readonly<Record<string, JsonMap>>;

/** Each style that there is, most frequent first, by the name that it has among the others. */
export function stylesOf(
  pagings: readonly Paged[],
): ReadonlyMap<string, { readonly name: string; readonly style: JsonMap }> {
  const counts = new Map<string, { readonly style: JsonMap; count: number }>();
  for (const { paging } of pagings) {
    const key = JSON.stringify(paging.style);
    const known = counts.get(key) ?? { style: paging.style, count: 0 };
    known.count += 1;
    counts.set(key, known);
  }
  const names = new Set<string>();
  return new Map(
    [...counts]
      .sort(([, one], [, other]) => other.count - one.count)
      .map(([key, { style }]) => {
        const base = `by-${String(style['style'])}`;
        const name =
          [base, ...counts.keys()]
            .map((_, nth) => (nth === 0 ? base : `${base}-${nth + 1}`))
            .find((one) => !names.has(one)) ?? base;
        names.add(name);
        return [key, { name, style }] as const;
      }),
  );
}

export function paginationOf(styles: ReturnType<typeof stylesOf>): JsonMap | undefined {
  const [main, ...others] = [...styles.values()];
  if (main === undefined) return undefined;
  return {
    ...main.style,
    ...(others.length === 0 ? {} : { others: Object.fromEntries(others.map(({ name, style }) => [name, style])) }),
  };
}

export function withStyles(
  operations: Operations,
  pagings: readonly Paged[],
  styles: ReturnType<typeof stylesOf>,
): Operations {
  const [usual] = styles.keys();
  return Object.fromEntries(
    Object.entries(operations).map(([name, operation]) => {
      const paged =
        operation['pagination'] === undefined ? undefined : pagings.find(({ path }) => path === operation['path']);
      const key = paged === undefined ? usual : JSON.stringify(paged.paging.style);
      return [
        name,
        key === usual || key === undefined ? operation : { ...operation, style: styles.get(key)?.name ?? '' },
      ];
    }),
  );
}
