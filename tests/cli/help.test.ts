/** Help texts in a narrow terminal. */
import { afterEach, expect, test } from 'vitest';
import { atOnce as plumbline } from './support.ts';

const columns = Object.getOwnPropertyDescriptor(process.stdout, 'columns');

afterEach(() => {
  if (columns === undefined) Reflect.deleteProperty(process.stdout, 'columns');
  else Object.defineProperty(process.stdout, 'columns', columns);
});

test('help of every command fits 60 columns, but for what is to be copied, and has examples', async () => {
  Object.defineProperty(process.stdout, 'columns', { value: 60, configurable: true });
  const whole = (await plumbline(['--help'])).stdout;
  const commands = [...whole.matchAll(/^ {2}([a-z]+)(?: \[|$| {2})/gm)].flatMap(([, name = '']) =>
    name === 'help' ? [] : [name],
  );
  expect(commands.length).toBeGreaterThan(15);
  const calls = [...commands.map((name) => [name]), ['openapi', 'export'], ['openapi', 'drift']];
  const texts = [['', whole] as const];
  for (const call of calls) texts.push([call.join(' '), (await plumbline([...call, '--help'])).stdout] as never);
  for (const [call, text] of texts) {
    const wide = text
      .split('\n')
      .filter((line) => line.length > 60 && !/^\s*(?:npx |plumbline |eval "|\S+$)/.test(line));
    expect(wide, call).toEqual([]);
    // Those of openapi stand with its parts.
    if (call !== '' && call !== 'openapi')
      expect(text, call).toMatch(/^Examples?:\n {2}(?:eval "\$\()?npx @plumbline\/harness /m);
  }
});
