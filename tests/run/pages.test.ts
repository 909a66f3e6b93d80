/** The pages by task, each followed to the letter in an empty folder where the package is this checkout. */
import { mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { COMMAND } from '../../src/model/text.ts';
import { blocksOf, Reader } from './first-steps.ts';
import { ROOT, temporary } from './support.ts';

const PAGES = ['answers.md', 'report.md', 'gate.md'];

test.each(PAGES)('docs/%s', async (page) => {
  const folder = temporary();
  const installed = path.join(folder, 'node_modules', COMMAND.replace('npx ', ''));
  mkdirSync(path.dirname(installed), { recursive: true });
  symlinkSync(ROOT, installed);
  mkdirSync(path.join(folder, 'node_modules', '.bin'));
  symlinkSync(path.join(ROOT, 'bin', 'plumbline.js'), path.join(folder, 'node_modules', '.bin', 'plumbline'));
  const blocks = blocksOf(page);
  expect(blocks.filter(({ word }) => word === 'exits').length).toBeGreaterThan(0);
  await new Reader(folder, '').follow(blocks);
});
