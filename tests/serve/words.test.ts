/** What is told at a terminal, beside the line for scripts. */
import { expect, test } from 'vitest';
import { servingText } from '../../src/serve/serve.ts';

test('names every address, and the command that tries them', () => {
  const text = servingText(
    {
      services: { 'student-reporting': { '3.0.8': 'http://127.0.0.1:1', '4.0.1': 'http://127.0.0.1:2' } },
      identityProvider: 'http://127.0.0.1:3',
      control: 'http://127.0.0.1:4',
      close: () => Promise.resolve(),
    } as unknown as Parameters<typeof servingText>[0],
    './target.yaml',
  );
  expect(text).toBe(`
  student-reporting 3.0.8  http://127.0.0.1:1
  student-reporting 4.0.1  http://127.0.0.1:2
  identity provider        http://127.0.0.1:3
  control                  http://127.0.0.1:4

In another terminal:
  npx @plumbline/harness run --target ./target.yaml

Press Ctrl+C to stop.
`);
});
