/** What is kept of a loaded project is what loading it again would give. */
import { cpSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { BadInput } from '../../src/errors.ts';
import { loadProject } from '../../src/load/load-project.ts';
import { projectOf } from '../../src/project/make-plan.ts';
import { append, edit, isOwn } from '../cli/support.ts';
import { ROOT, temporary } from './support.ts';

function copy(): string {
  const root = temporary();
  for (const name of ['specs', 'contracts'])
    cpSync(path.join(ROOT, name), path.join(root, name), { recursive: true, filter: isOwn });
  return root;
}

test('a kept project is the loaded one, frozen, and is read from one file', () => {
  const [root, cache] = [copy(), path.join(temporary(), 'cache')];
  const loaded = loadProject(root);
  for (const round of ['first', 'second', 'third']) {
    const project = projectOf(root, cache);
    expect(project, round).toStrictEqual(loaded);
    expect(Object.isFrozen(project.contracts[0]?.endpoints), round).toBe(true);
  }
  expect(readdirSync(cache)).toHaveLength(1);
});

test('the same content somewhere else is the same project; other content is another', () => {
  const [root, other, cache] = [copy(), copy(), path.join(temporary(), 'cache')];
  projectOf(root, cache);
  projectOf(other, cache);
  expect(readdirSync(cache)).toHaveLength(1);
  edit(
    path.join(other, 'specs/partner-onboarding/versions.yaml'),
    'service: partner-onboarding\n',
    'service: partner-onboarding\n# a remark\n',
  );
  projectOf(other, cache);
  expect(readdirSync(cache)).toHaveLength(2);
});

test('what has a mistake is told each time and never kept', () => {
  const [root, cache] = [copy(), path.join(temporary(), 'cache')];
  append(path.join(root, 'contracts/partner-onboarding/partners.yaml'), 'no-such-key: 1\n');
  for (let round = 0; round < 2; round += 1) expect(() => projectOf(root, cache)).toThrow(BadInput);
  expect(existsSync(cache)).toBe(false);
});

test('a cache that is damaged, or cannot be written, is no loss', () => {
  const [root, cache] = [copy(), path.join(temporary(), 'cache')];
  const loaded = loadProject(root);
  projectOf(root, cache);
  for (const name of readdirSync(cache)) writeFileSync(path.join(cache, name), '{"specs": ');
  expect(projectOf(root, cache)).toStrictEqual(loaded);
  const file = path.join(temporary(), 'a-file');
  writeFileSync(file, '');
  expect(projectOf(root, path.join(file, 'below'))).toStrictEqual(loaded);
});

test('no more than a few are kept', () => {
  const cache = path.join(temporary(), 'cache');
  mkdirSync(cache);
  for (let index = 0; index < 140; index += 1) writeFileSync(path.join(cache, `${index}.json`), '{}');
  projectOf(copy(), cache);
  expect(readdirSync(cache).length).toBeLessThanOrEqual(100);
});
