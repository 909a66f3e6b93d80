import type { JSX } from 'preact';
import { visibleRuns } from '../lib/visible.ts';

/** Text from outside, with what would not be seen spelled out. */
export function Text({ children }: { readonly children: string }): JSX.Element {
  const runs = visibleRuns(children);
  if (runs.every((run) => !run.spelled)) return <>{children}</>;
  return (
    <>
      {runs.map((run) =>
        run.spelled ? (
          <span class="unseen" title="a character that would not be seen">
            {run.text}
          </span>
        ) : (
          run.text
        ),
      )}
    </>
  );
}
