import type { JSX } from 'preact';
import type { ReportCheck } from '../../report/model.ts';
import { checkHref } from '../lib/route.ts';
import { usePage } from '../lib/context.ts';
import { titleOf } from '../../report/titles.ts';
import { Text } from './text.tsx';

/** The name of a check; what sets it apart stands beside it, smaller. */
export function Title({ check }: { readonly check: ReportCheck }): JSX.Element {
  const { store } = usePage();
  const { main, aside } = titleOf(check, store.report.rules);
  return (
    <>
      <Text>{main}</Text>
      {aside !== undefined && (
        <span class="aside">
          {' '}
          <Text>{aside}</Text>
        </span>
      )}
    </>
  );
}

/** A check by name and id, which leads to it. */
export function NamedCheck({ check }: { readonly check: ReportCheck }): JSX.Element {
  return (
    <span class="named">
      <a href={checkHref(check)} data-item>
        <Title check={check} />
      </a>{' '}
      <code class="id">{check.id}</code>
    </span>
  );
}
