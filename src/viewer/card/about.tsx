import type { JSX } from 'preact';
import type { ReportCheck } from '../../report/model.ts';
import { checkKey } from '../../report/page/data.ts';
import { usePage } from '../lib/context.ts';
import { href } from '../lib/route.ts';
import { Prose } from '../ui/prose.tsx';

/** What the rule asks and why, and what proves that it can fail. */
export function About({ check }: { readonly check: ReportCheck }): JSX.Element {
  const { store } = usePage();
  const rule = store.report.rules[check.rule];
  const killers = store.faults.get(checkKey(check));
  return (
    <section class="side-box">
      <h2>The rule</h2>
      {rule !== undefined && (
        <p>
          <strong>
            <Prose>{rule.title}</Prose>.
          </strong>{' '}
          <Prose>{rule.explain}</Prose>
        </p>
      )}
      <p>
        <a href={href('checks', { rule: check.rule })}>
          <code class="id">{check.rule}</code>
        </a>
      </p>
      {store.data.proof !== undefined && (
        <>
          <h3>Proof that it can fail</h3>
          {killers === undefined || killers.faults.length === 0 ? (
            <p>No seeded fault turns this check red.</p>
          ) : (
            <>
              {killers.ofRule === true && <p>A check of the same rule turns red by:</p>}
              <ul class="short">
                {killers.faults.slice(0, 6).map((fault) => (
                  <li key={fault}>
                    <span>
                      <code class="id">{fault}</code> {store.data.proof?.faults[fault] ?? ''}
                    </span>
                  </li>
                ))}
              </ul>
            </>
          )}
        </>
      )}
    </section>
  );
}
