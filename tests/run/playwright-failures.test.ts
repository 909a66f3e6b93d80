/** What a failing contract test of Playwright's shows: errors at the contract's line, and the requests by the case that sent them. */
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { filesBelow, playwright, ROOT, temporary, unzipped } from './support.ts';
import { codeFrame, ownCodeFrame } from '../../src/playwright/show.ts';

interface Step {
  readonly title: string;
  readonly error?: unknown;
  readonly steps?: readonly Step[];
}

interface Result {
  readonly errors: readonly { readonly message: string; readonly location?: { readonly file: string } }[];
  readonly steps: readonly Step[];
  readonly attachments: readonly { readonly name: string; readonly body?: string }[];
}

/** Of a result of Allure's, or the result itself. */
interface AllureStep {
  readonly name: string;
  readonly status?: string;
  readonly steps: readonly AllureStep[];
  readonly attachments: readonly unknown[];
}

/** One `before` event of a trace. */
interface Event {
  readonly type: string;
  readonly callId?: string;
  readonly stepId?: string;
  readonly parentId?: string;
  readonly title?: string;
}

const FAULTS = 'partner-onboarding.partners.update-answers-old, partner-onboarding.partners.update.date-missing';

test('each failing check is an error at its line of the contract, and the trace has its requests in a step of their case', async () => {
  const folder = temporary();
  const [file, out] = [path.join(folder, 'target.yaml'), path.join(folder, 'out')];
  writeFileSync(
    file,
    `target: reference\nenvironment: test\nembedded: true\nfaults: [${FAULTS}]\nanswers: defaults\nservices: { partner-onboarding: { spec: ["1.0.0"] } }\n`,
  );
  // Playwright looks for reporters where it is started.
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
  const args = [
    '-c',
    path.join(ROOT, 'playwright.config.ts'),
    '--grep',
    'partners update stores changes',
    '--trace=on',
  ];
  const env = { PLUMBLINE_TARGET: file, PLAYWRIGHT_JUNIT_OUTPUT_FILE: path.join(folder, 'junit.xml') };
  const reporters = '--reporter=json,junit,allure-playwright';
  const { code, stdout, stderr } = await playwright([...args, reporters], out, env, folder);
  expect(code, stdout + stderr).toBe(1);
  const { errors, steps, attachments } = resultIn(JSON.parse(stdout));

  const failing = steps.filter(({ error }) => error !== undefined);
  expect(failing.length).toBeGreaterThan(0);
  expect(errors).toHaveLength(failing.length);
  for (const { message, location } of errors) {
    expect(location?.file).toMatch(/contracts\/partner-onboarding\/partners\.yaml$/);
    // The frame, once.
    expect(message.match(/^> *\d+ \|/gm)).toHaveLength(1);
  }
  // The test says the operation already.
  expect(failing.map(({ title }) => title)).not.toContainEqual(expect.stringContaining('partners/update/'));
  expect(attachments.filter(({ name }) => /^PATCH .+ \(200\)/.test(name)).length).toBeGreaterThan(0);

  const [allure = ''] = filesBelow(path.join(folder, 'allure-results')).filter((one) => one.endsWith('-result.json'));
  const shown = JSON.parse(readFileSync(allure, 'utf8')) as AllureStep;
  const red = shown.steps.filter(({ status }) => status === 'failed');
  expect(red.map(({ name }) => name)).toEqual(failing.map(({ title }) => title));
  // Each with what it was judged by, and none of that apart from it.
  for (const { steps: own } of red) expect(own.flatMap((one) => one.attachments)).not.toEqual([]);
  expect(shown.steps.filter(({ name }) => /^(PATCH|GET) .+ \(\d+\)|plumbline\.group/.test(name))).toEqual([]);
  // What tags and title say is not said once more.
  const junit = readFileSync(path.join(folder, 'junit.xml'), 'utf8');
  expect(junit.match(/<property name="_ allure.label.scope"/g)).toHaveLength(1);
  expect(stdout).not.toContain('"allure.label.');

  const [trace = ''] = filesBelow(out).filter((one) => one.endsWith('.zip'));
  const events = unzipped(readFileSync(trace)).flatMap((part) =>
    part
      .toString('utf8')
      .split('\n')
      .filter((line) => line.startsWith('{"type":"'))
      .map((line) => JSON.parse(line) as Event),
  );
  const titles = new Map(events.flatMap(({ type, callId, title }) => (type === 'before' ? [[callId, title]] : [])));
  const sentIn = events
    .filter(({ type, title }) => type === 'before' && title === 'PATCH')
    .map((one) => titles.get(one.parentId));
  expect(sentIn.length).toBeGreaterThan(3);
  expect(sentIn).not.toContain(undefined);
  // Playwright's viewer lists as many errors as its reporters.
  expect(events.filter(({ type }) => type === 'error')).toHaveLength(errors.length);
});

test('a contract of an installed package has its frame too, which Playwright leaves out', () => {
  const folder = path.join(temporary(), 'node_modules', 'somebody');
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, 'contract.yaml');
  writeFileSync(file, 'one:\n  two: 2\nthree:\n  four: 4\n  five: 5\n  six: 6\n');
  expect(ownCodeFrame({ file, line: 4, column: 3 })).toBe(
    '  2 |   two: 2\n  3 | three:\n> 4 |   four: 4\n    |   ^\n  5 |   five: 5\n  6 |   six: 6',
  );
  expect(ownCodeFrame({ file: path.join(folder, 'gone.yaml'), line: 1, column: 1 })).toBeUndefined();
  const own = path.join(temporary(), 'contract.yaml');
  writeFileSync(own, 'one: 1\n');
  expect(ownCodeFrame({ file: own, line: 1, column: 1 })).toBeUndefined();
  expect(codeFrame('one: 1', 1, 1)).toBe('> 1 | one: 1\n    | ^');
});

function resultIn(report: unknown): Result {
  const { suites = [], specs = [] } = report as {
    readonly suites?: readonly unknown[];
    readonly specs?: readonly { readonly tests: readonly { readonly results: readonly Result[] }[] }[];
  };
  const [own] = specs;
  return own?.tests[0]?.results[0] ?? resultIn(suites[0]);
}
