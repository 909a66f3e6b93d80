import type { JSX } from 'preact';
import { useMemo, useRef, useState } from 'preact/hooks';
import { CellLink } from './cell-link.tsx';
import type { Cell, Grid } from './cells.ts';

const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};
/** As many columns as fit a common screen with the versions side by side; with more, each version is a row. */
const MOST_COLUMNS = 34;

interface Place {
  readonly endpoint: string;
  readonly aspect: string;
  readonly spec: string;
  readonly cell: Cell | undefined;
  /** The first version of its aspect or endpoint: a line is drawn before it. */
  readonly first: boolean;
}

interface Layout {
  readonly across: boolean;
  readonly rows: readonly {
    readonly endpoint: string;
    readonly spec?: string;
    readonly first: boolean;
    readonly places: readonly Place[];
  }[];
}

/** Endpoints down, aspects across. The whole grid is one stop of the Tab key; arrows move within it. */
export function MatrixTable({ grid }: { readonly grid: Grid }): JSX.Element {
  const { service, specs } = grid;
  const { across, rows } = useMemo(() => layOut(grid), [grid]);
  const table = useRef<HTMLTableElement>(null);
  const [current, setCurrent] = useState<string>();
  const stop = stopOf(rows, current);
  const move = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    if (step === undefined || !(event.target instanceof HTMLElement)) return;
    const [row = 0, column = 0] = (event.target.closest('td')?.dataset['at'] ?? '0 0').split(' ').map(Number);
    for (let r = row + step[0], c = column + step[1]; rows[r]?.places[c] !== undefined; r += step[0], c += step[1]) {
      const link = table.current?.querySelector<HTMLElement>(`td[data-at="${r} ${c}"] a`);
      if (link === undefined || link === null) continue;
      event.preventDefault();
      link.focus();
      return;
    }
  };
  return (
    <div class="matrix-scroll">
      <table class={across || specs.length === 1 ? 'matrix' : 'matrix matrix-down'} ref={table} onKeyDown={move}>
        <caption class="unseen-label">
          {service}: endpoints by aspect and version. Arrow keys move between cells.
        </caption>
        {across ? <HeadAcross grid={grid} /> : <HeadDown grid={grid} />}
        <tbody>
          {rows.map(({ endpoint, spec, first, places }, row) => (
            <tr key={row} class={first ? 'first-row' : ''}>
              {first && (
                <th scope="rowgroup" rowSpan={spec === undefined ? 1 : specs.length}>
                  {endpoint}
                </th>
              )}
              {spec !== undefined && (
                <th scope="row" class="matrix-version">
                  {spec}
                </th>
              )}
              {places.map((place, column) => {
                const at = `${row} ${column}`;
                return (
                  <td key={at} data-at={at} class={place.first ? 'first' : ''}>
                    {place.cell !== undefined && (
                      <CellLink
                        {...place}
                        cell={place.cell}
                        service={service}
                        tabIndex={at === stop ? 0 : -1}
                        onFocus={() => setCurrent(at)}
                      />
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function HeadAcross({ grid: { specs, aspects } }: { readonly grid: Grid }): JSX.Element {
  const several = specs.length > 1;
  return (
    <thead>
      <tr>
        <th scope="col" rowSpan={several ? 2 : 1} class="matrix-corner">
          Endpoint
        </th>
        {aspects.map((aspect) => (
          <th key={aspect} scope="colgroup" colSpan={specs.length} class="matrix-aspect">
            {aspect}
          </th>
        ))}
      </tr>
      {several && (
        <tr>
          {aspects.flatMap((aspect) =>
            specs.map((spec) => (
              <th
                key={`${aspect} ${spec}`}
                scope="col"
                class={spec === specs[0] ? 'matrix-turned first' : 'matrix-turned'}
              >
                <span>{spec}</span>
              </th>
            )),
          )}
        </tr>
      )}
    </thead>
  );
}

function HeadDown({ grid: { specs, aspects } }: { readonly grid: Grid }): JSX.Element {
  return (
    <thead>
      <tr>
        <th scope="col" class="matrix-corner">
          Endpoint
        </th>
        {specs.length > 1 && (
          <th scope="col" class="matrix-version">
            Version
          </th>
        )}
        {aspects.map((aspect) => (
          <th key={aspect} scope="col" class="matrix-turned">
            <span>{aspect}</span>
          </th>
        ))}
      </tr>
    </thead>
  );
}

function layOut(grid: Grid): Layout {
  const { specs, endpoints, aspects } = grid;
  const across = aspects.length * specs.length <= MOST_COLUMNS && (specs.length > 1 || aspects.length <= 12);
  const place = (endpoint: string, aspect: string, spec: string, first: boolean): Place => ({
    endpoint,
    aspect,
    spec,
    first,
    cell: grid.cell(endpoint, aspect, spec),
  });
  if (across) {
    return {
      across,
      rows: endpoints.map((endpoint) => ({
        endpoint,
        first: true,
        places: aspects.flatMap((aspect) => specs.map((spec) => place(endpoint, aspect, spec, spec === specs[0]))),
      })),
    };
  }
  const several = specs.length > 1;
  return {
    across,
    rows: endpoints.flatMap((endpoint) =>
      specs.map((spec) => ({
        endpoint,
        ...(several ? { spec } : {}),
        first: spec === specs[0],
        places: aspects.map((aspect) => place(endpoint, aspect, spec, false)),
      })),
    ),
  };
}

function stopOf(rows: Layout['rows'], current: string | undefined): string | undefined {
  const [row = -1, column = -1] = (current ?? '').split(' ').map(Number);
  if (current !== undefined && rows[row]?.places[column]?.cell !== undefined) return current;
  for (const [r, { places }] of rows.entries()) {
    const c = places.findIndex(({ cell }) => cell !== undefined);
    if (c >= 0) return `${r} ${c}`;
  }
  return undefined;
}
