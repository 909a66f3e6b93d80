/** What a run left at the target: who can do something about it, and with which command. */
import { describe, expect, it } from 'vitest';
import type { Leftovers, RunInfo } from '../../src/report/model.ts';
import { mergeShards } from '../../src/report/merge.ts';
import { parseReport, serializeReport } from '../../src/report/serialize.ts';
import { leftoverLines } from '../../src/report/views/texts.ts';
import { terminalSummary } from '../../src/report/views/terminal.ts';
import { tinyReport } from './tiny.ts';

const partners: Leftovers = {
  service: 'partner-onboarding',
  spec: '1.0.0',
  endpoint: 'partners',
  count: 158,
  why: 'the contract declares no DELETE',
  byHand: true,
  ids: ['p-1'],
};
const students: Leftovers = {
  service: 'student-reporting',
  spec: '4.0.1',
  endpoint: 'students',
  count: 3,
  why: 'DELETE was answered 500',
  ids: ['7'],
};
/** The same, had the contract a DELETE. */
const { byHand: _byHand, ...removable } = partners;
const linesOf = (run: Partial<RunInfo>): readonly string[] =>
  leftoverLines(
    tinyReport({ checks: [{ verdict: 'pass' }], run: { asked: { target: 'acme', out: 'reports/f1' }, ...run } }),
  );

describe('what is left behind', () => {
  it('points to the lists of the shards in a merged report', () => {
    const lines = linesOf({ leftovers: [students], asked: { target: 'acme' } });
    expect(lines.slice(-2)).toEqual([
      '  leftovers.ndjson in the folder of each shard lists them. This command retries the cleanup:',
      expect.stringMatching(/--clean FOLDER-OF-SHARD\/leftovers\.ndjson$/) as string,
    ]);
  });

  it('prints no command where nothing can be removed', () => {
    expect(linesOf({ leftovers: [partners] })).toEqual([
      'Orphaned records: 158 records created and not deleted',
      '  partner-onboarding 1.0.0  158 partners: the contract declares no DELETE',
      '  reports/f1/leftovers.ndjson lists them, each with the reason. Plumbline cannot clean them up: delete or restore them by hand, then delete the file.',
    ]);
  });

  it('has the command as it is typed, and how many it can remove', () => {
    expect(linesOf({ leftovers: [students] }).slice(2)).toEqual([
      '  reports/f1/leftovers.ndjson lists them. This command retries the cleanup:',
      '    npx @plumbline/harness run --clean reports/f1/leftovers.ndjson',
    ]);
    expect(linesOf({ leftovers: [partners, students] }).slice(3)).toEqual([
      '  reports/f1/leftovers.ndjson lists them. Delete or restore 158 of them by hand. This command retries the cleanup:',
      '    npx @plumbline/harness run --clean reports/f1/leftovers.ndjson',
    ]);
  });

  it('says how many of earlier runs stand in the same list', () => {
    expect(linesOf({ leftovers: [partners], leftBefore: 158 }).at(-1)).toContain(
      'reports/f1/leftovers.ndjson lists them, and 158 of earlier runs, each with',
    );
  });

  it('is kept by a report that is read again, and says nothing where nothing is left', () => {
    const report = tinyReport({
      checks: [{ verdict: 'pass' }],
      run: { leftovers: [partners, students], leftBefore: 2 },
    });
    expect(parseReport(serializeReport(report), 'report.json').run).toEqual(report.run);
    expect(terminalSummary(tinyReport({ checks: [{ verdict: 'pass' }] }))).not.toContain('Orphaned records');
  });

  it('of shards is counted together, and each has its own list', () => {
    const shard = (number: number): { readonly file: string; readonly report: ReturnType<typeof tinyReport> } => ({
      file: `${number}/report.json`,
      report: tinyReport({
        checks: [{ verdict: 'pass' }],
        run: {
          asked: { target: 'acme', out: `shards/${number}` },
          selection: { shard: `${number}/2` },
          leftovers: [partners, removable].slice(0, number),
          leftBefore: 4,
        },
      }),
    });
    const { run } = mergeShards([shard(1), shard(2)], ({ checks }) => ({
      decision: 'admit',
      exitCode: 0,
      reasons: [],
      policy: `of ${checks.length}`,
    }));
    expect(run.asked).toEqual({ target: 'acme' });
    expect(run.leftBefore).toBeUndefined();
    expect(run.leftovers?.map(({ count, byHand }) => [count, byHand])).toEqual([
      [316, true],
      [158, undefined],
    ]);
  });
});
