import { expect, test } from 'vitest';
import { isFieldName } from '../../src/model/headers.ts';
import { files, textOf } from '../architecture/files.ts';

test('every character of RFC 9110 §5.6.2 makes a name, and no other does', () => {
  const known = "!#$%&'*+-.^_`|~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  const all = Array.from({ length: 256 }, (_, code) => String.fromCharCode(code));
  expect(all.filter(isFieldName).sort()).toEqual([...known].sort());
  expect(isFieldName('')).toBe(false);
});

test('the grammar of a token is written once', () => {
  const writes = (text: string): boolean => /!#\$%&'\*\+/.test(text);
  expect(files.filter((file) => /^src\/.*\.tsx?$/.test(file) && writes(textOf(file)))).toEqual([
    'src/model/headers.ts',
  ]);
});
