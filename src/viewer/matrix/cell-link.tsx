import { defined } from '../../record/defined.ts';
import type { JSX } from 'preact';
import { usePage } from '../lib/context.ts';
import { filtersOf } from '../lib/filters.ts';
import { count } from '../lib/format.ts';
import { href } from '../lib/route.ts';
import { MARK_TEXT } from '../lib/words.ts';
import { Mark } from '../ui/mark.tsx';
import { isTelling } from './cells.ts';
import type { Cell } from './cells.ts';

interface Props {
  readonly cell: Cell;
  readonly service: string;
  readonly endpoint: string;
  readonly aspect: string;
  readonly spec: string;
  readonly tabIndex?: number;
  readonly onFocus?: () => void;
}

/** One cell: a shape, a number where it matters, and the way to its checks. */
export function CellLink({ cell, service, endpoint, aspect, spec, tabIndex, onFocus }: Props): JSX.Element {
  const { route } = usePage();
  const label = `${endpoint}, ${aspect}, ${spec}: ${count(cell.worstCount)} of ${count(cell.checks)} ${MARK_TEXT[cell.worst]}`;
  return (
    <a
      class={`cell cell-${cell.worst}`}
      href={href('checks', { ...filtersOf(route.params), service, endpoint, aspect, spec })}
      aria-label={label}
      title={label}
      {...defined({ tabIndex })}
      {...defined({ onFocus })}
    >
      <Mark kind={cell.worst} />
      {isTelling(cell.worst) && <span class="cell-count">{count(cell.worstCount)}</span>}
    </a>
  );
}
