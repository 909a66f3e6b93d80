import type { JSX } from 'preact';
import type { ReportCheck } from '../../report/model.ts';
import { usePage } from '../lib/context.ts';
import { value } from '../lib/format.ts';
import { href } from '../lib/route.ts';
import { requirementKey, sourceOf } from '../lib/store.ts';
import { Prose } from '../ui/prose.tsx';

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
      {requirement?.openPoints.map((id) => {
        const point = store.openPoints.get(id);
        if (point === undefined) return null;
        return (
          <p key={id} class={point.answer === undefined ? 'note' : 'note-plain'}>
            {point.answer === undefined && <strong>The documents leave this open. </strong>}
            {point.question}{' '}
            {point.answer === undefined ? (
              <>
                Assumed: <code>{value(point.default)}</code> ({point.reason}).
              </>
            ) : (
              <>
                The target answers: <code>{value(point.answer)}</code>.
              </>
            )}{' '}
            <a href={href('open-points', { q: id })}>{id}</a>
          </p>
        );
      })}
    </section>
  );
}
