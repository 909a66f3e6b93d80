import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { ReportCheck } from '../../report/model.ts';
import { About } from '../card/about.tsx';
import { Evidence } from '../card/evidence.tsx';
import { Findings } from '../card/findings.tsx';
import { IssueCard } from '../card/issue.tsx';
import { OtherVersions } from '../card/other-versions.tsx';
import { Related } from '../card/related.tsx';
import { Required } from '../card/required.tsx';
import { WaiverCard } from '../card/waiver.tsx';
import { checkKey } from '../../report/page/data.ts';
import { usePage } from '../lib/context.ts';
import { runCommand, sendCommand, tokenCommand } from '../../report/curl.ts';
import { day } from '../lib/format.ts';
import { checkHref, href, listBefore } from '../lib/route.ts';
import { failsSince } from '../lib/store.ts';
import type { Store } from '../lib/store.ts';
import { todoItems } from '../lib/todo.ts';
import { markOf } from '../lib/words.ts';
import { Command } from '../ui/command.tsx';
import { Copy } from '../ui/copy.tsx';
import { Mark, MarkWord } from '../ui/mark.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { Tag, Weight } from '../ui/tag.tsx';
import { Text } from '../ui/text.tsx';
import { Title } from '../ui/title.tsx';
import { titleOf } from '../../report/titles.ts';

/** One check, from what is required to how to repeat it. */
export function CheckPage(): JSX.Element {
  const { store, route } = usePage();
  const { id = '', spec = '' } = route.params;
  const check = store.checks.get(checkKey({ id, spec }));
  if (check === undefined) {
    return (
      <>
        <PageTitle title="No such check" />
        <p class="empty">
          {id === '' ? (
            'The address names no check.'
          ) : (
            <>
              This report has no check <code>{id}</code>
              {spec === '' ? '; the address names no version' : ` in version ${spec}`}.
            </>
          )}{' '}
          <a href={href('checks')}>All checks</a>
        </p>
      </>
    );
  }
  return <Card key={checkKey(check)} check={check} />;
}

function Card({ check }: { readonly check: ReportCheck }): JSX.Element {
  const { store } = usePage();
  const { main, aside } = titleOf(check, store.report.rules);
  return (
    <article class="card">
      <CardNav check={check} />
      <header class="card-head">
        <h1 tabIndex={-1}>
          <Text>{main}</Text>
        </h1>
        {aside !== undefined && (
          <p class="card-aside">
            <Text>{aside}</Text>
          </p>
        )}
        <p class="card-meta">
          <MarkWord kind={markOf(check)} />
          <Weight level={check.level} basis={check.basis} />
          <span>
            {check.service} {check.spec}
          </span>
          <span>
            {check.endpoint}/{check.operation}
          </span>
          <a href={href('checks', { service: check.service, endpoint: check.endpoint, aspect: check.aspect })}>
            {check.aspect}
          </a>
          <Since check={check} />
        </p>
        <p class="card-id">
          <code class="id">{check.id}</code>
          <Copy text={check.id} what="the check’s id" />
        </p>
      </header>
      <div class="card-columns">
        <div class="card-main">
          <Required check={check} />
          {check.cause !== undefined && (
            <section>
              <h2>{check.verdict === 'inapplicable' ? 'Why it does not apply' : 'Why it could not be judged'}</h2>
              <p>
                <Text>{check.cause}</Text>
              </p>
              <HeldUp check={check} />
            </section>
          )}
          <Findings check={check} />
          <Evidence check={check} />
          {check.verdict === 'fail' && <IssueCard check={check} />}
          <section>
            <h2>Repeat this check</h2>
            <Command label="the check alone" text={runCommand(store.report.run, check)} />
            <Command label="its exchanges, each shown whole" text={sendCommand(store.report.run, check)} />
            {store.report.run.environment['target'] === undefined && (
              <Command label="a token for the curl above" text={tokenCommand(store.report.run, check)} />
            )}
            <p class="dim">
              Contract: <code>{check.contract}</code>
            </p>
          </section>
        </div>
        <div class="card-side">
          <WaiverCard check={check} />
          <OtherVersions check={check} />
          <Related check={check} />
          <About check={check} />
        </div>
      </div>
    </article>
  );
}

/** To the list, and to the neighbours in it. */
function CardNav({ check }: { readonly check: ReportCheck }): JSX.Element {
  const { store } = usePage();
  const { previous, next, at, of } = useMemo(() => neighbours(store, check), [store, check]);
  return (
    <nav class="card-nav no-print" aria-label="Causes">
      <a class="button" href={listBefore() ?? href(at === undefined ? 'checks' : 'todo')} data-go="up">
        {listBefore() !== undefined ? 'Back to the list' : at === undefined ? 'All checks' : 'All causes'}
      </a>
      {at !== undefined && (
        <>
          <span class="dim">
            {at} of {of}
          </span>
          {previous === undefined ? (
            <span class="button off">Previous</span>
          ) : (
            <a class="button" href={checkHref(previous)} data-go="previous">
              Previous
            </a>
          )}
          {next === undefined ? (
            <span class="button off">Next</span>
          ) : (
            <a class="button" href={checkHref(next)} data-go="next">
              Next
            </a>
          )}
        </>
      )}
    </nav>
  );
}

interface Neighbours {
  readonly previous?: ReportCheck | undefined;
  readonly next?: ReportCheck | undefined;
  readonly at?: number;
  readonly of: number;
}

function neighbours(store: Store, check: ReportCheck): Neighbours {
  const causes = todoItems(store, () => true, false).flatMap((item) => (item.kind === 'cause' ? [item] : []));
  const own = store.causeOf.get(checkKey(check)) ?? store.heldBy.get(checkKey(check));
  const at = causes.findIndex((item) => own !== undefined && item.causes.split(',').includes(own.id));
  if (at < 0) return { of: causes.length };
  return { previous: causes[at - 1]?.first, next: causes[at + 1]?.first, at: at + 1, of: causes.length };
}

/** The checks whose failure kept this one from being judged. */
function HeldUp({ check }: { readonly check: ReportCheck }): JSX.Element | null {
  const { store } = usePage();
  const blockers = (check.blockedBy ?? []).flatMap((id) => store.checks.get(checkKey({ id, spec: check.spec })) ?? []);
  if (blockers.length === 0) return null;
  return (
    <ul class="short">
      {blockers.map((blocker) => (
        <li key={blocker.id}>
          <Mark kind={markOf(blocker)} />
          <span>
            <a href={checkHref(blocker)}>
              <Title check={blocker} />
            </a>{' '}
            <span class="dim">
              {blocker.endpoint}/{blocker.operation}
            </span>
          </span>
        </li>
      ))}
    </ul>
  );
}

function Since({ check }: { readonly check: ReportCheck }): JSX.Element | null {
  const { store } = usePage();
  const point = useMemo(() => failsSince(store, check), [store, check]);
  if (store.change.get(checkKey(check)) === 'appeared' || point === 'this run')
    return <Tag tone="bad">new in this run</Tag>;
  return point === undefined ? null : <span>fails since {day(point.startedAt)}</span>;
}
