/** docs/reports-and-gates.md, followed literally in a folder where the package is installed. */
import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { COMMAND } from '../../src/model/text.ts';
import { blocksOf, DocReader } from './doc-reader.ts';
import { ROOT, temporary } from './support.ts';

test('each command ends with the exit code and the output of the page', async () => {
  const folder = temporary();
  const installed = path.join(folder, 'node_modules', COMMAND.replace('npx ', ''));
  mkdirSync(path.dirname(installed), { recursive: true });
  symlinkSync(ROOT, installed);
  mkdirSync(path.join(folder, 'node_modules', '.bin'));
  symlinkSync(path.join(ROOT, 'bin', 'plumbline.js'), path.join(folder, 'node_modules', '.bin', 'plumbline'));
  const blocks = blocksOf('reports-and-gates.md');
  expect(blocks.filter(({ word }) => word === 'exits').length).toBeGreaterThan(0);
  await new DocReader(folder).follow(blocks);
  // Editors find the schema of the policy.
  const policies = path.join(folder, 'policies');
  const [modeline = ''] = readFileSync(path.join(policies, 'release.yaml'), 'utf8').split('\n');
  expect(existsSync(path.join(policies, modeline.replace(/^.*\$schema=/, '')))).toBe(true);
});
