/** Pages of the docs, followed literally in a folder where the package is installed. */
import { mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { COMMAND } from '../../src/model/text.ts';
import { blocksOf, DocReader } from './doc-reader.ts';
import { ROOT, temporary } from './support.ts';

test.each(['reports-and-gates.md'])('docs/%s', async (page) => {
  const folder = temporary();
  const installed = path.join(folder, 'node_modules', COMMAND.replace('npx ', ''));
  mkdirSync(path.dirname(installed), { recursive: true });
  symlinkSync(ROOT, installed);
  mkdirSync(path.join(folder, 'node_modules', '.bin'));
  symlinkSync(path.join(ROOT, 'bin', 'plumbline.js'), path.join(folder, 'node_modules', '.bin', 'plumbline'));
  const blocks = blocksOf(page);
  expect(blocks.filter(({ word }) => word === 'exits').length).toBeGreaterThan(0);
  await new DocReader(folder).follow(blocks);
});
