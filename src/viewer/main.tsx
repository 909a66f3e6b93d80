import { render } from 'preact';
import { App } from './app.tsx';
import { readReport } from './lib/blocks.ts';
import { makeStore } from './lib/store.ts';
import { applyTheme, currentTheme } from './lib/theme.ts';
import { Runs } from './pages/runs.tsx';
import { fromWire } from '../report/page/wire.ts';
import './styles/base.css';
import './styles/frame.css';
import './styles/overview.css';
import './styles/lists.css';
import './styles/card.css';
import './styles/matrix.css';
import './styles/narrow.css';
import './styles/print.css';

applyTheme(currentTheme());
const root = document.getElementById('app');
if (root !== null) await start(root);

async function start(element: HTMLElement): Promise<void> {
  try {
    const wire = await readReport();
    element.replaceChildren();
    if (wire === undefined) element.textContent = 'This is the empty template of a report: it holds no data.';
    else if (wire.kind === 'index') render(<Runs data={wire} />, element);
    else render(<App store={makeStore(fromWire(wire))} />, element);
    performance.mark('plumbline:shown');
  } catch (cause) {
    // A damaged file says so in words; an empty page would look like an empty report.
    element.textContent = `This report cannot be read: ${cause instanceof Error ? cause.message : String(cause)}. The same report is in report.json, beside it.`;
  }
}
