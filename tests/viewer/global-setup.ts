/** Before the browser suite: a browser, a freshly built page, and the reports it reads. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import chromium from '@sparticuz/chromium';
import { renderHtml, renderIndexHtml } from '../../src/report/page/html.ts';
import { sampleReport } from '../report/sample-report.ts';
import { lone } from './lone.ts';
import { manyAspects, morning, runs } from './fixture.ts';
import { large } from './large.ts';
import { readTemplate, ROOT, TEMPLATE, writePage } from './pages.ts';

export default async function globalSetup(): Promise<void> {
  // Unpacked once, before any worker: the path is shared.
  process.env['PLUMBLINE_CHROMIUM'] ??= await chromium.executablePath();
  await buildIfStale();
  const template = readTemplate();
  const calm = sampleReport({ checks: 400, failing: 0, seed: 3 });
  writePage('morning', renderHtml(template, morning()));
  writePage('calm', renderHtml(template, { report: calm, exchanges: [] }));
  const decision = { ...calm.decision, decision: 'block', exitCode: 3 } as const;
  writePage('incomplete', renderHtml(template, { report: { ...calm, decision }, exchanges: [] }));
  writePage('many', renderHtml(template, manyAspects()));
  writePage('large', renderHtml(template, large()));
  const [left] = calm.summaries.map(({ service, spec }) => ({ service, spec, endpoint: 'students', count: 3 }));
  const leftovers = left === undefined ? [] : [{ ...left, why: 'DELETE was answered 500', ids: ['7', '8', '9'] }];
  const run = { ...calm.run, asked: { target: 'acme', out: 'reports/latest' }, leftovers };
  writePage('left', renderHtml(template, { report: { ...calm, run }, exchanges: [] }));
  writePage('lone', renderHtml(template, lone()));
  writePage('runs', renderIndexHtml(template, runs()));
}

async function buildIfStale(): Promise<void> {
  const viewer = join(ROOT, 'src/viewer');
  const sources = [
    join(ROOT, 'package.json'),
    ...readdirSync(viewer, { recursive: true, encoding: 'utf8' }).map((name) => join(viewer, name)),
  ];
  const newest = Math.max(...sources.map((file) => statSync(file).mtimeMs));
  if (existsSync(TEMPLATE) && statSync(TEMPLATE).mtimeMs > newest) return;
  await build({ configFile: join(viewer, 'vite.config.ts') });
}
