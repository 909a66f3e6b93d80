import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Finding, ReportCheck } from '../../report/model.ts';
import { diff } from '../lib/diff.ts';
import { plural } from '../lib/format.ts';
import { DiffText } from '../ui/diff-text.tsx';
import { Text } from '../ui/text.tsx';

const SHOWN = 4;

/** What was expected and what came, with the difference marked. Equal findings are said once. */
export function Findings({ check }: { readonly check: ReportCheck }): JSX.Element | null {
  const [all, setAll] = useState(false);
  if (check.findings.length === 0) return null;
  const groups = group(check.findings);
  const shown = all ? groups : groups.slice(0, SHOWN);
  return (
    <section>
      <h2>What was found</h2>
      <ol class="findings">
        {shown.map(({ finding, times }, index) => {
          const sides = diff(finding.expected, finding.actual);
          return (
            <li key={index} class="finding">
              <p class="finding-where">
                <code>
                  <Text>{finding.where}</Text>
                </code>
                {times > 1 && <span class="dim"> in {plural(times, 'exchange')}</span>}
              </p>
              <dl>
                <div>
                  <dt>Expected</dt>
                  <dd>
                    <DiffText pieces={sides.expected} side="expected" />
                  </dd>
                </div>
                <div>
                  <dt>Received</dt>
                  <dd>
                    <DiffText pieces={sides.actual} side="actual" />
                  </dd>
                </div>
              </dl>
            </li>
          );
        })}
      </ol>
      {shown.length < groups.length && (
        <button type="button" class="button" onClick={() => setAll(true)}>
          Show all {groups.length} findings
        </button>
      )}
    </section>
  );
}

function group(findings: readonly Finding[]): { readonly finding: Finding; readonly times: number }[] {
  const groups = new Map<string, { finding: Finding; times: number }>();
  for (const finding of findings) {
    const key = JSON.stringify([finding.where, finding.expected, finding.actual]);
    const known = groups.get(key);
    if (known === undefined) groups.set(key, { finding, times: 1 });
    else known.times++;
  }
  return [...groups.values()];
}
