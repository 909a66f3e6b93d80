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
    [...textOf(file).matchAll(/^(export )?(?:interface|type|class) ([A-Z]\w*)\b/gm)].map(([, exported, name = '']) => ({
      name,
      file,
      isExported: exported !== undefined,
    })),
  );

test.each(WORDS)('%s is one thing', (word) => {
  const places = declared.filter(({ name }) => name === word).map(({ file }) => file);
  expect(places.length, places.join(', ')).toBeLessThan(2);
});

test('a name that other files can use is one thing', () => {
  const places = new Map<string, readonly string[]>();
  for (const { name, file, isExported } of declared)
    if (isExported) places.set(name, [...(places.get(name) ?? []), file]);
  expect([...places].filter(([, found]) => found.length > 1)).toEqual([]);
});

/** What was done says nothing of what it was done to: as names they are for one file at most. */
const DONE =
  'Accepted Asked Attempted Built Chosen Cleaned Completed Conducted Decided Disposed Done Explained Filled Found Given Held Judged Linted Loaded Made Matched Merged Narrowed Observed Outlined Packed Probed Rejudged Said Seen Sent Shared Shown Stopped Told Tried Unescaped Watched Wrong'.split(
    ' ',
  );

test('no such name is a participle alone', () => {
  const exported = declared.filter(({ isExported }) => isExported);
  // `given` is a word of the glossary: what a check rests on.
  const alone = exported.filter(({ name, file }) => DONE.includes(name) && file !== 'src/plan/model.ts');
  expect(alone).toEqual([]);
});
