import { expect, test } from 'vitest';
import { isFieldName, TOKEN } from '../../src/record/field.ts';
import { files, textOf } from '../architecture/files.ts';

test('every character of RFC 9110 §5.6.2 makes a name, and no other does', () => {
  const known = "!#$%&'*+-.^_`|~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  const all = Array.from({ length: 256 }, (_, code) => String.fromCharCode(code));
  expect(all.filter(isFieldName).sort()).toEqual([...known].sort());
  expect(isFieldName('')).toBe(false);
});

test('the grammar of a token is written once, and the schemas of our files, which cannot share it, have the same', () => {
  const writes = (text: string): boolean => /!#\$%&'\*\+/.test(text);
  expect(files.filter((file) => /^src\/.*\.tsx?$/.test(file) && writes(textOf(file)))).toEqual(['src/record/field.ts']);
  const schemas = files.filter((file) => /^src\/schema\/[^/]+\.json$/.test(file) && writes(textOf(file)));
  expect(schemas.length).toBeGreaterThan(1);
  for (const file of schemas)
    for (const [, pattern = ''] of textOf(file).matchAll(/"pattern": ("[^\n]*!#\$%[^\n]*")/g))
      expect(JSON.parse(pattern), file).toBe(`^${TOKEN}$`);
});
