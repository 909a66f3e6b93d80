/** Before the browser tests: unpacks the browser, builds the page if it is out of date, and writes the reports. */
import chromium from '@sparticuz/chromium';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { renderHtml, renderIndexHtml } from '../../src/report/page/html.ts';
import { ROOT, TEMPLATE, writePage } from './browser.ts';
import {
  greenReport,
  incompleteReport,
  indexOfRuns,
  largeReport,
  longWordReport,
  provenReport,
  redReport,
} from './fixture.ts';

export default async function globalSetup(): Promise<void> {
  process.env['PLUMBLINE_CHROMIUM'] ??= await chromium.executablePath();
  await buildIfStale();
  writePage('red', (template) => renderHtml(template, redReport()));
  writePage('green', (template) => renderHtml(template, greenReport()));
  writePage('proven', (template) => renderHtml(template, provenReport()));
  writePage('incomplete', (template) => renderHtml(template, incompleteReport()));
  writePage('large', (template) => renderHtml(template, largeReport()));
  writePage('long-word', (template) => renderHtml(template, longWordReport()));
  writePage('runs', (template) => renderIndexHtml(template, indexOfRuns()));
}

async function buildIfStale(): Promise<void> {
  const viewer = join(ROOT, 'src/viewer');
  const sources = readdirSync(viewer, { recursive: true, encoding: 'utf8' }).map((name) => join(viewer, name));
  const newest = Math.max(...[...sources, join(ROOT, 'package.json')].map((file) => statSync(file).mtimeMs));
  if (existsSync(TEMPLATE) && statSync(TEMPLATE).mtimeMs > newest) return;
  await build({ configFile: join(viewer, 'vite.config.ts') });
}
