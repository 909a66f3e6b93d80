import { describe, expect, test } from 'vitest';
import { globMatcher } from '../../src/model/pattern.ts';

describe('a glob over check ids', () => {
  test.each<[glob: string, matches: readonly string[], others: readonly string[]]>([
    ['a/*/c', ['a/b/c'], ['a/b/b/c']],
    ['a/**', ['a/b/c', 'a/b'], ['b/a']],
    ['a/**/x', ['a/x', 'a/b/x', 'a/b/c/x'], ['a/b', 'ax']],
    ['a/{b,c/{d,e}}/f.g', ['a/b/f.g', 'a/c/e/f.g'], ['a/c/f.g', 'a/b/fxg']],
    ['a/page.**', ['a/page.cap', 'a/page.cap/5', 'a/page.cap/5/form'], ['a/path.x', 'a/page']],
    ['**.cap', ['a/page.cap', 'page.cap'], ['a/page.cap/5', 'a/cap']],
    ['a/{b**,c}/d', ['a/b/d', 'a/bx/y/d', 'a/c/d'], ['a/c/x/d']],
    ['!a', ['!a'], ['b']],
    ['a/[b', ['a/[b'], ['a/b']],
    ['a/b', ['a/b'], ['a/b/c', 'xa/b']],
    ['', [], ['', 'a']],
  ])('%s', (glob, matches, others) => {
    expect(matches.filter((id) => !globMatcher(glob)(id))).toEqual([]);
    expect(others.filter(globMatcher(glob))).toEqual([]);
  });
});
