import type { JSX } from 'preact';
import type { ReportCheck, ReportOpenPoint } from '../../report/model.ts';
import { usePage } from '../lib/context.ts';
import { href } from '../lib/route.ts';
import { requirementKey, sourceOf } from '../lib/store.ts';
import { Prose } from '../ui/prose.tsx';
import { Value } from '../ui/value.tsx';

/** The requirement in words, its source, and what it rests on. */
export function Required({ check }: { readonly check: ReportCheck }): JSX.Element {
  const { store } = usePage();
  const requirement = store.requirements.get(requirementKey({ ...check, id: check.requirement }));
  return (
    <section>
      <h2>What is required</h2>
      <blockquote class="requirement">
        <Prose>{requirement?.text ?? 'The report does not hold the text of this requirement.'}</Prose>
      </blockquote>
      <p class="source">
        {requirement !== undefined && (
          <>
            <strong>{sourceOf(requirement)}</strong> ·{' '}
          </>
        )}
        <a href={href('requirements', { requirement: check.requirement })}>
          <code class="id">{check.requirement}</code>
        </a>
      </p>
      {requirement?.change !== undefined && (
        <p>
          <strong>Changed in {check.spec}:</strong> {requirement.change}
        </p>
      )}
      {store.restsOn(check).map((id) => {
        const point = store.openPoints.get(id);
        return point === undefined ? null : <Ground key={id} point={point} spec={check.spec} />;
      })}
    </section>
  );
}

/** A guess that the check was made with, or what the owner says in its place. */
function Ground({ point, spec }: { readonly point: ReportOpenPoint; readonly spec: string }): JSX.Element {
  const { id, question, kind, reason } = point;
  const answer = point.answer ?? point.answersIn?.[spec];
  const isContract = kind === 'confirm';
  return (
    <p class={answer === undefined ? 'note' : 'note-plain'}>
      {answer === undefined && <strong>The documents leave this open. </strong>}
      {question}{' '}
      {answer === undefined ? (
        <>
          Assumed: {isContract ? 'as the contract says' : <Value of={point.default} />} ({reason}).
        </>
      ) : isContract ? (
        <>The target confirms the contract.</>
      ) : (
        <>
          The target answers: <Value of={answer} />.
        </>
      )}{' '}
      <a href={href('open-points', { q: id })}>{id}</a>
    </p>
  );
}
