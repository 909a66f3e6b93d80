import { cpSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { lintPaths } from '../../src/load/lint-paths.ts';
import { BASE, projectWith } from './support.ts';

const broken = {
  'contracts/library/pagination.yaml': 'cap: 1\n',
  'specs/library/versions.yaml': 'service: library\n',
  'targets/reading-room/target.yaml': 'target: reading-room\n',
};

function filesOf(root: string, paths: readonly string[]): readonly string[] {
  return [...new Set(lintPaths(root, paths).map(({ file }) => file ?? ''))];
}

describe('lintPaths', () => {
  const root = projectWith(broken);

  test('tells of everything where no path is given', () => {
    expect(filesOf(root, [])).toEqual([
      'contracts/library/pagination.yaml',
      'specs/library/versions.yaml',
      'targets/reading-room/target.yaml',
    ]);
    expect(filesOf(root, ['.'])).toEqual(filesOf(root, []));
  });

  test('tells only of what is under the paths', () => {
    expect(filesOf(root, ['contracts'])).toEqual(['contracts/library/pagination.yaml']);
    expect(filesOf(root, ['targets', 'specs/library/versions.yaml'])).toEqual([
      'specs/library/versions.yaml',
      'targets/reading-room/target.yaml',
    ]);
    expect(filesOf(root, [path.join(root, 'contracts/library/books.yaml')])).toEqual([]);
  });

  test('tells of a path that is not there', () => {
    expect(lintPaths(root, ['contracts/library/bokks.yaml'])).toMatchObject([
      {
        code: 'file-missing',
        file: 'contracts/library/bokks.yaml',
        hint: 'did you mean "contracts/library/books.yaml"?',
      },
    ]);
    const [nowhere, ...more] = lintPaths(root, ['nowhere']);
    expect([nowhere?.code, nowhere?.file, nowhere?.hint, more]).toEqual(['file-missing', 'nowhere', undefined, []]);
  });

  test.each([
    ['contract', 'contracts'],
    ['contracts/libary', 'contracts/library'],
    ['contracts/libary/books.yml', 'contracts/library/books.yaml'],
    ['books.yaml', 'contracts/library/books.yaml'],
    ['reading-room/target.yaml', 'targets/reading-room/target.yaml'],
  ])('says what was perhaps meant by %s', (asked, meant) => {
    expect(lintPaths(root, [asked])).toMatchObject([{ code: 'file-missing', hint: `did you mean "${meant}"?` }]);
  });

  test('a project elsewhere is linted as one, with its files as seen from here', () => {
    const outer = projectWith();
    cpSync(BASE, path.join(outer, 'inner'), { recursive: true });
    expect(lintPaths(outer, ['inner'])).toEqual([]);
    cpSync(
      path.join(root, 'contracts/library/pagination.yaml'),
      path.join(outer, 'inner/contracts/library/pagination.yaml'),
    );
    expect(filesOf(outer, ['inner'])).toEqual(['inner/contracts/library/pagination.yaml']);
  });

  test('a file that belongs to no project is held against the schema that its keys tell', () => {
    const loose = projectWith({
      'loose/a.yaml': 'endpoint: a\n',
      'loose/b.yaml': 'waivers: [{}]\n',
      'loose/c.yaml': 'something: else\n',
      'loose/d.yaml': 'target: d\nenvironment: test\nservices: { libary: {} }\n',
    });
    const problems = lintPaths(loose, ['loose']);
    expect(filesOf(loose, ['loose'])).toEqual(['loose/a.yaml', 'loose/b.yaml', 'loose/c.yaml', 'loose/d.yaml']);
    expect(problems.filter(({ file }) => file === 'loose/c.yaml')).toMatchObject([{ code: 'file-unexpected' }]);
    expect(problems.filter(({ file }) => file === 'loose/d.yaml')).toMatchObject([
      { code: 'unknown-service', hint: 'did you mean "library"?' },
    ]);
  });

  test('a waivers file that no target names is linted by itself', () => {
    const unnamed = projectWith({ 'targets/reading-room/old.yaml': 'waivers: none\n' });
    expect(lintPaths(unnamed, [])).toEqual([]);
    expect(filesOf(unnamed, ['targets/reading-room/old.yaml'])).toEqual(['targets/reading-room/old.yaml']);
  });

  test('needs no environment variables', () => {
    expect(lintPaths(projectWith(), ['targets'])).toEqual([]);
  });
});
