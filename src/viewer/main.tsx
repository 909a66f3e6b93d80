import { render } from 'preact';
import { fromWire } from '../report/page/data.ts';
import { App } from './app.tsx';
import { readReport } from './data/load.ts';
import { buildIndex } from './data/report-index.ts';
import { applySavedTheme } from './data/settings.ts';
import { IndexOfRuns } from './pages/index-of-runs.tsx';
import './styles/base.css';
import './styles/components.css';
import './styles/pages.css';
import './styles/media.css';

applySavedTheme();
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', applySavedTheme);
const root = document.getElementById('app');
if (root !== null) await start(root);

async function start(element: HTMLElement): Promise<void> {
  try {
    const wire = await readReport();
    element.replaceChildren();
    if (wire === undefined) element.textContent = 'This file is the empty template of the report page.';
    else if (wire.kind === 'index') render(<IndexOfRuns data={wire} />, element);
    else render(<App index={buildIndex(fromWire(wire))} />, element);
    performance.mark('plumbline:shown');
  } catch (error) {
    // An empty page would look like an empty report.
    const reason = error instanceof Error ? error.message : String(error);
    element.textContent = `The page cannot read its data: ${reason}. The file report.json in the same folder contains the same results.`;
  }
}
