/** One word for one thing: what the documents speak of is the name of one type, wherever it stands. */
import { expect, test } from 'vitest';
import { files, textOf } from './files.ts';

/** Words of docs/glossary.md and of the road in docs/architecture.md. */
const WORDS = [
  'Binding',
  'Case',
  'Catalogue',
  'Cause',
  'Change',
  'Check',
  'Draft',
  'Exchange',
  'Fault',
  'Field',
  'Finding',
  'Group',
  'Judgement',
  'Operation',
  'Page',
  'Plan',
  'Planned',
  'Refusal',
  'Report',
  'Requirement',
  'Row',
  'Rule',
  'Scope',
  'Spec',
  'Step',
  'Verdict',
];

const declared = files
  .filter((file) => /^src\/.*\.tsx?$/.test(file))
  .flatMap((file) =>
    [...textOf(file).matchAll(/^(?:export )?(?:interface|type|class) ([A-Z]\w*)\b/gm)].map(([, name = '']) => ({
      name,
      file,
    })),
  );

test.each(WORDS)('%s is one thing', (word) => {
  const places = declared.filter(({ name }) => name === word).map(({ file }) => file);
  expect(places.length, places.join(', ')).toBeLessThan(2);
});
