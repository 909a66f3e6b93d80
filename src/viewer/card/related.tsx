import type { JSX } from 'preact';
import type { ReportCheck } from '../../report/model.ts';
import { checkKey } from '../../report/page/data.ts';
import { usePage } from '../lib/context.ts';
import { plural } from '../lib/format.ts';
import { checkHref, href } from '../lib/route.ts';
import { markOf } from '../lib/words.ts';
import { Mark } from '../ui/mark.tsx';
import { Text } from '../ui/text.tsx';
import { Title } from '../ui/title.tsx';

const MOST = 8;

/** The other checks that fail for the same reason, and those that fail on the same requirement for another. */
export function Related({ check }: { readonly check: ReportCheck }): JSX.Element | null {
  const { store } = usePage();
  const cause = store.causeOf.get(checkKey(check));
  const heldUp = store.heldBy.get(checkKey(check));
  if (heldUp !== undefined) {
    return (
      <section class="side-box">
        <h2>Held up</h2>
        <p>
          By one cause, with{' '}
          <a href={href('checks', { heldup: heldUp.id })}>{plural((heldUp.holdsUp?.length ?? 1) - 1, 'other check')}</a>
          :{' '}
          <a href={href('checks', { cause: heldUp.id })}>
            <Text>{heldUp.title}</Text>
          </a>
        </p>
      </section>
    );
  }
  if (cause === undefined) return null;
  const same = cause.checks.flatMap((index) => store.report.checks[index] ?? []).filter((other) => other !== check);
  const otherwise = store.report.checks.filter(
    (other) =>
      other.verdict === 'fail' &&
      other.requirement === check.requirement &&
      other.service === check.service &&
      store.causeOf.get(checkKey(other)) !== cause,
  );
  return (
    <section class="side-box">
      <h2>Same cause</h2>
      {same.length === 0 ? (
        <p class="dim">No other check {cause.kind === 'undetermined' ? 'was held up' : 'fails'} for this reason.</p>
      ) : (
        <>
          <p>
            <a href={href('checks', { cause: cause.id })}>{plural(same.length, 'other check')}</a>{' '}
            {cause.kind === 'undetermined' ? 'could not be judged' : same.length === 1 ? 'fails' : 'fail'} for the same
            reason:
          </p>
          <Short checks={same} beside={check} />
        </>
      )}
      {cause.holdsUp !== undefined && (
        <p>
          It holds up <a href={href('checks', { heldup: cause.id })}>{plural(cause.holdsUp.length, 'check')}</a> that
          could not be judged.
        </p>
      )}
      {otherwise.length > 0 && (
        <>
          <h3>Same requirement, another cause</h3>
          <Short checks={otherwise} beside={check} />
          {otherwise.length > MOST && (
            <p>
              <a href={href('checks', { requirement: check.requirement, verdict: 'fail' })}>
                All {otherwise.length + 1}
              </a>
            </p>
          )}
        </>
      )}
    </section>
  );
}

/** A title that this card bears already is not said again. */
function Short({
  checks,
  beside,
}: {
  readonly checks: readonly ReportCheck[];
  readonly beside: ReportCheck;
}): JSX.Element {
  return (
    <ul class="short">
      {checks.slice(0, MOST).map((other) => (
        <li key={checkKey(other)}>
          <Mark kind={markOf(other)} />
          {other.title === beside.title ? (
            <a href={checkHref(other)}>
              {other.endpoint}/{other.operation} {other.spec}
            </a>
          ) : (
            <span>
              <a href={checkHref(other)}>
                <Title check={other} />
              </a>{' '}
              <span class="dim">
                {other.endpoint}/{other.operation} {other.spec}
              </span>
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
