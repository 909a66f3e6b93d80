/** Whatever a person opens in the morning tells the same causes, in the same words. */
import { inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { causeTitle, openCauses } from '../../src/report/open-causes.ts';
import { clusterChecks } from '../../src/report/causes/cluster.ts';
import { ctrf } from '../../src/report/views/ctrf.ts';
import { githubAnnotations } from '../../src/report/views/github-annotations.ts';
import { junit } from '../../src/report/views/junit.ts';
import { renderHtml } from '../../src/report/page/html.ts';
import { REPORT_BLOCK, type ReportWire } from '../../src/report/page/wire.ts';
import { sarif } from '../../src/report/views/sarif.ts';
import { summaryMarkdown } from '../../src/report/views/summary-markdown.ts';
import { terminalSummary } from '../../src/report/views/terminal.ts';
import { said } from './exchanges.ts';
import { wrongStatus } from './found.ts';
import { tinyReport, type TinyCheck } from './tiny.ts';

const refused = (operation: string, status: number, id?: string): TinyCheck => ({
  verdict: 'fail',
  operation,
  rule: 'outcome.accepted',
  title: 'it is accepted',
  ...(id === undefined ? {} : { id }),
  findings: [wrongStatus(status, [201])],
});

const red = tinyReport({
  checks: [
    { verdict: 'pass', operation: 'read' },
    refused('create', 422),
    refused('update', 500),
    { verdict: 'fail', operation: 'list' },
    { verdict: 'fail', operation: 'read' },
    { verdict: 'inconclusive', cause: 'The target did not answer.' },
  ],
});

const unescaped = (text: string): string => text.replaceAll('%3A', ':').replaceAll('%2C', ',').replaceAll('%25', '%');
const all = (text: string, pattern: RegExp): readonly string[] =>
  [...text.matchAll(pattern)].map((match) => match[1] ?? '');

function page(): readonly string[] {
  const template = `<title></title><script id="${REPORT_BLOCK}"></script><script id="plumbline-exchanges"></script>`;
  const html = renderHtml(template, { report: red, exchanges: [] });
  const block = new RegExp(`id="${REPORT_BLOCK}">([^<]*)<`).exec(html)?.[1] ?? '';
  const wire = JSON.parse(inflateSync(Buffer.from(block, 'base64')).toString()) as ReportWire;
  return wire.causes.map((cause) => causeTitle(cause));
}

interface Sarif {
  readonly runs: readonly {
    readonly results: readonly { readonly message: { readonly text: string } }[];
    readonly invocations: readonly {
      readonly toolExecutionNotifications?: readonly { readonly message: { readonly text: string } }[];
    }[];
  }[];
}

function alerts(): readonly string[] {
  const [run] = (JSON.parse(sarif(red)) as Sarif).runs;
  const messages = [...(run?.results ?? []), ...(run?.invocations[0]?.toolExecutionNotifications ?? [])];
  return messages.map(({ message }) => /^(.*) \(\d+ checks?.*\)/.exec(message.text)?.[1] ?? message.text);
}

const TOLD: Readonly<Record<string, () => readonly string[]>> = {
  page,
  terminal: () => all(terminalSummary(red), /^ +\d+\. (.+)$/gm),
  summary: () => all(summaryMarkdown(red), /^- `([^`]+)`: \d+ checks?/gm),
  annotations: () => all(githubAnnotations(red), /^::(?:error|warning) title=([^,]+),file/gm).map(unescaped),
  sarif: alerts,
  junit: () => [...new Set(all(junit(red), /^told as: (.+?)(?:<\/.*)?$/gm))],
  ctrf: () =>
    (
      JSON.parse(ctrf(red)) as {
        results: { summary: { extra: { causes: { kind: 'finding' | 'undetermined'; title: string }[] } } };
      }
    ).results.summary.extra.causes.map((cause) => causeTitle(cause)),
};

describe('the causes of one red run', () => {
  const expected = openCauses(red)
    .map((cause) => causeTitle(cause))
    .sort();

  it('are several, of more than one kind', () => {
    expect(expected).toHaveLength(4);
    expect(new Set(red.causes?.map(({ kind }) => kind))).toEqual(new Set(['finding', 'breakdown', 'undetermined']));
  });

  it.each(Object.entries(TOLD))('are the same in the %s', (_name, told) => {
    expect([...told()].sort()).toEqual(expected);
  });

  it('are those of the report in the page too, even where what was exchanged is no longer there', () => {
    const other = clusterChecks(red, []).map(({ title }) => title);
    expect(page()).toHaveLength(other.length);
  });
});

it('tells a long title whole, on as many lines of the terminal as it takes', () => {
  const reason = 'the date of the last of all the instalments that were agreed on must not be in the future';
  const title = `Refuses a correct request on instalments/create, instalments/update and agreements/create: 200, "${reason}"`;
  const [first] = red.causes ?? [];
  if (first === undefined) throw new Error('no cause');
  const report = { ...red, causes: [{ ...first, title }] };
  const shown = terminalSummary(report);
  expect(shown.replace(/\n {5}/g, ' ')).toContain(`  1. ${title} `);
  expect(
    /^ {2}1\. .*\n {5}.*$/m
      .exec(shown)?.[0]
      .split('\n')
      .every(({ length }) => length <= 120),
  ).toBe(true);
  expect(summaryMarkdown(report)).toContain(title);
});

describe('a service that is of another version', () => {
  const others = [{ service: 'student-reporting', spec: '4.0.1', version: '3.0.8' }];
  const checks = [refused('create', 422), { verdict: 'fail', operation: 'list' }] as const;

  it('is said first and once, whatever fails for it', () => {
    const report = tinyReport({
      checks: [...checks, { verdict: 'inconclusive', cause: 'Nothing came.' }],
      run: { others },
    });
    expect(openCauses(report).map(({ title, checks: own, holdsUp }) => [title, own.length, holdsUp])).toEqual([
      ['Is version 3.0.8, not 4.0.1', 2, 1],
    ]);
    expect(report.decision.reasons.map(({ text }) => text)).toContain(
      'student-reporting 4.0.1 says of itself that it is version 3.0.8',
    );
  });

  it('is told to be so at times, where other answers say the version that was asked for', () => {
    const answers = ['3.0.8', '4.0.1', '3.0.8'].map((version, at) => ({
      ...said(`GET /api-docs/${at}`, 200, { shown: { info: { version } } }),
      service: 'student-reporting',
      spec: '4.0.1',
    }));
    const { checks: failing } = tinyReport({ checks: [...checks] });
    const title = (of: typeof answers) => clusterChecks({ checks: failing, rules: {}, run: { others } }, of)[0]?.title;
    expect(title(answers)).toBe('Says at times that it is version 3.0.8, not 4.0.1: in 2 of 3 answers');
    expect(title(answers.filter((_one, at) => at !== 1))).toBe('Is version 3.0.8, not 4.0.1');
  });

  it('is told where all that was asked passes', () => {
    const report = tinyReport({ checks: [{ verdict: 'pass' }], run: { others } });
    expect(report.decision.exitCode).toBe(0);
    expect(terminalSummary(report)).toContain('says of itself that it is version 3.0.8');
  });
});

it('leads with what must be, even where it is only assumed, before what merely should be', () => {
  const report = tinyReport({
    checks: [
      { ...refused('create', 404), level: 'SHOULD', basis: 'standard' },
      { ...refused('create', 404), level: 'MUST', basis: 'assumed' },
    ],
  });
  expect(openCauses(report).map(({ example }) => example.level)).toEqual(['MUST']);
});

it('says of all that shows a cause in which versions it does', () => {
  const versions = ['3.0.8', '4.0.1'].map((spec) => ({ service: 'student-reporting', spec }));
  const both = tinyReport({ checks: versions.map(({ spec }) => ({ ...refused('create', 500), spec })), versions });
  expect(openCauses(both)).toHaveLength(1);
  expect(terminalSummary(both)).toContain('2 checks in 3.0.8 and 4.0.1 (student-reporting, MUST ');
  for (const text of [summaryMarkdown(both), githubAnnotations(both), sarif(both)])
    expect(text).toContain('2 checks in 3.0.8 and 4.0.1');
  expect(terminalSummary(red)).toContain('1 check (student-reporting 4.0.1, MUST ');
});

it('does not say that an answer is wrong where a check fails that rests on it', () => {
  const report = tinyReport({ checks: [refused('create', 500)] });
  const point = {
    id: 'a.point',
    service: 'student-reporting',
    question: 'Is it so?',
    default: true,
    answer: true,
    reason: 'Convention.',
    section: '§1',
    checks: 2,
    state: 'differs',
  } as const;
  expect(summaryMarkdown({ ...report, openPoints: [point] })).toContain(
    'Checks fail that rest on 1 answer to open points: either the service departs, or an answer is wrong.',
  );
});
