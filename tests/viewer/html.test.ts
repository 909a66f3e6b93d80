import { inflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../src/model/exchange.ts';
import { indexRequestsOfFailures } from '../../src/report/page/cited.ts';
import { citedExchanges, renderHtml, renderIndexHtml, timingsOf } from '../../src/report/page/html.ts';
import { exchangesFromWire, fromWire, type ReportWire } from '../../src/report/page/data.ts';
import { HOSTILE, indexOfRuns, largeReport, redReport } from './fixture.ts';
import { everyNth } from '../part.ts';
import { runs as times } from '../properties.ts';

const TEMPLATE = `<!doctype html><title>Plumbline report</title>
<script type="application/octet-stream" id="plumbline-report"></script>
<script type="application/octet-stream" id="plumbline-exchanges"></script>`;

function block(html: string, id: string): unknown {
  const text = new RegExp(`id="${id}">([^<]*)</script>`).exec(html)?.[1] ?? '';
  return JSON.parse(inflateSync(Buffer.from(text, 'base64')).toString());
}

describe('renderHtml', () => {
  const data = redReport();
  const html = renderHtml(TEMPLATE, data);

  it('holds the report and the exchanges, whole', () => {
    const { causes: _, ...report } = data.report;
    expect(fromWire(block(html, 'plumbline-report') as ReportWire).report).toEqual(report);
    expect(exchangesFromWire(block(html, 'plumbline-exchanges') as Parameters<typeof exchangesFromWire>[0])).toEqual(
      data.exchanges,
    );
  });

  it('lets nothing of a body stand in the file', () => {
    expect(html).not.toContain(HOSTILE.slice(0, 20));
    expect(html.match(/</g)).toHaveLength(TEMPLATE.match(/</g)?.length ?? 0);
  });

  it('gives back whatever a service said, and nothing of it in the file', () => {
    const texts = fc.array(fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(HOSTILE, '__proto__', '\ud800')), {
      minLength: 1,
      maxLength: 8,
    });
    fc.assert(
      fc.property(texts, texts, (said, sent) => {
        const any = (list: readonly string[], index: number): string => list[index % list.length] ?? '';
        const checks = data.report.checks.slice(0, 6).map((check, index) => ({
          ...check,
          title: any(sent, index),
          findings: [
            { where: any(said, index), expected: any(sent, index), actual: any(said, index + 1), evidence: 'x' },
          ],
        }));
        const exchanges = data.exchanges.slice(0, 3).map((exchange, index) => ({
          ...exchange,
          request: { ...exchange.request, body: any(sent, index) },
          response: {
            status: 200,
            headers: said.map((text) => [text, text] as const),
            body: any(said, index),
            bytes: 1,
          },
        }));
        const page = renderHtml(TEMPLATE, { report: { ...data.report, checks, causes: [] }, exchanges });
        // A lone surrogate is a character like any other to JSON, which writes it as an escape.
        expect(fromWire(block(page, 'plumbline-report') as ReportWire).report.checks).toEqual(checks);
        const shown = exchangesFromWire(block(page, 'plumbline-exchanges') as Parameters<typeof exchangesFromWire>[0]);
        for (const exchange of shown) expect(exchanges).toContainEqual(exchange);
        expect(page.match(/</g)).toHaveLength(TEMPLATE.match(/</g)?.length ?? 0);
      }),
      times(40),
    );
  });

  it('escapes the title', () => {
    const report = { ...data.report, run: { ...data.report.run, target: '</title><script>$&' } };
    const title = /<title>(.*)<\/title>/.exec(renderHtml(TEMPLATE, { report, exchanges: [] }))?.[1];
    expect(title).toBe('block · &#60;/title&#62;&#60;script&#62;$&#38; · Plumbline');
  });

  it('gives the same bytes for the same data', () => {
    expect(renderHtml(TEMPLATE, redReport())).toBe(html);
  });

  it('refuses a template that is not one', () => {
    expect(() => renderHtml('<title>x</title>', data)).toThrow(/plumbline-report/);
  });
});

describe('the limit of 5 MB', () => {
  const MOST = 5_000_000 - 250_000;

  it.each(
    everyNth(
      [
        [50_000, 600],
        [20_000, 20_000],
      ],
      2,
    ),
  )('holds for %i checks, of which %i fail', (checks, failing) => {
    const data = largeReport(checks, failing);
    expect(data.report.checks).toHaveLength(checks);
    expect(renderHtml(TEMPLATE, data).length).toBeLessThan(MOST);
  });

  it('holds for bodies that do not compress: they are cut, and say so', () => {
    const { report, exchanges } = redReport();
    let state = 1;
    const noise = (): string =>
      Array.from({ length: 200_000 }, () =>
        String.fromCharCode(33 + ((state = (state * 48271) % 2147483647) % 90)),
      ).join('');
    const noisy = exchanges.map((exchange): Exchange => ({
      ...exchange,
      response: { status: 200, headers: [], body: noise(), bytes: 60_000 },
    }));
    const html = renderHtml(TEMPLATE, { report, exchanges: noisy });
    expect(html.length).toBeLessThan(MOST);
    expect(JSON.stringify(block(html, 'plumbline-exchanges'))).toContain('more characters in evidence/');
  });
});

describe('renderIndexHtml', () => {
  it('holds the runs', () => {
    expect(block(renderIndexHtml(TEMPLATE, indexOfRuns()), 'plumbline-report')).toEqual({
      kind: 'index',
      ...indexOfRuns(),
    });
  });
});

describe('citedExchanges', () => {
  it('keeps what failing checks cite and leaves what passing ones cite', () => {
    const { report, exchanges } = redReport();
    const cited = new Set(citedExchanges(report, exchanges).map((exchange) => `${exchange.spec} ${exchange.id}`));
    const failing = report.checks.find((check) => check.rule === 'lifecycle.round-trip' && check.verdict === 'fail');
    expect(cited.has(`${failing?.spec} ${failing?.evidence[0]}`)).toBe(true);
    expect(cited.size).toBeLessThan(300);
  });

  it('keeps the requests that lead to a failure, in order', () => {
    const { report, exchanges } = redReport();
    const [exchange] = exchanges;
    const failing = report.checks.find((check) => check.verdict === 'fail');
    if (exchange === undefined || failing === undefined) throw new Error('no failure');
    const steps = [
      'g#setup.parent',
      'g/other#call',
      'g/case#create',
      'g/case#delete',
      'g/case#read',
      'g/case#later',
    ].map((id, at): Exchange => ({ ...exchange, service: failing.service, spec: failing.spec, group: 'g', id, at }));
    const finding = { where: 'status', expected: '404', actual: '200', evidence: 'g/case#read' };
    const check = { ...failing, findings: [finding], evidence: [finding.evidence] };
    const expected = ['g#setup.parent', 'g/case#create', 'g/case#delete', 'g/case#read'];
    expect(indexRequestsOfFailures(steps)(check).map(({ id }) => id)).toEqual(expected);
    expect(citedExchanges({ ...report, checks: [check] }, steps).map(({ id }) => id)).toEqual(expected);
  });
});

describe('timingsOf', () => {
  it('counts per operation and version, slowest first', () => {
    const [exchange] = redReport().exchanges;
    const at = (operation: string, durationMs: number): Exchange => ({
      ...(exchange as Exchange),
      operation,
      durationMs,
    });
    const timings = timingsOf([at('a/read', 5), at('b/list', 90), at('b/list', 10), at('b/list', 20)]);
    expect(
      timings.map(({ operation, exchanges, medianMs, p95Ms, slowestMs }) => [
        operation,
        exchanges,
        medianMs,
        p95Ms,
        slowestMs,
      ]),
    ).toEqual([
      ['b/list', 3, 20, 90, 90],
      ['a/read', 1, 5, 5, 5],
    ]);
  });
});
