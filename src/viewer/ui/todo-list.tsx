import { defined } from '../../record/defined.ts';
import type { JSX } from 'preact';
import { usePage } from '../lib/context.ts';
import { plural } from '../lib/format.ts';
import { href } from '../lib/route.ts';
import { PARTIES, PARTY_TEXT } from '../lib/todo.ts';
import type { TodoItem, TodoParty } from '../lib/todo.ts';
import { CauseRow, WaiverRow } from './item.tsx';

/** Items by who must act. `most` limits each party's list on the overview; the whole is a link away. */
export function TodoList({
  items,
  most,
  heading,
}: {
  readonly items: readonly TodoItem[];
  readonly most?: number;
  readonly heading: 'h2' | 'h3';
}): JSX.Element {
  return (
    <>
      {PARTIES.map((party) => {
        const own = items.filter((item) => item.party === party);
        return own.length === 0 ? null : (
          <PartyList key={party} party={party} items={own} heading={heading} {...defined({ most })} />
        );
      })}
    </>
  );
}

interface PartyProps {
  readonly party: TodoParty;
  readonly items: readonly TodoItem[];
  readonly most?: number;
  readonly heading: 'h2' | 'h3';
}

function PartyList({ party, items, most, heading: Heading }: PartyProps): JSX.Element {
  const { route } = usePage();
  const { page: _, ...params } = route.params;
  const { who, what } = PARTY_TEXT[party];
  const shown = most === undefined ? items : items.slice(0, most);
  return (
    <section class="party">
      <Heading class="party-who">
        {who} <span class="dim">{plural(items.length, 'item')}</span>
      </Heading>
      <p class="party-what">
        {what}
        {party === 'service' && (
          <>
            {' '}
            <a class="no-print" href={href('issues', params)}>
              As texts of issues, to hand on
            </a>
          </>
        )}
      </p>
      <ul class="items">
        {shown.map((item) =>
          item.kind === 'cause' ? (
            <CauseRow key={item.cause.id} item={item} />
          ) : (
            <WaiverRow key={`waiver ${item.index}`} item={item} />
          ),
        )}
      </ul>
      {shown.length < items.length && (
        <p class="more">
          <a href={href('todo')}>All {items.length} of them</a>
        </p>
      )}
    </section>
  );
}
