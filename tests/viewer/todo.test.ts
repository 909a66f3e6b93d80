/** Who must do what: what an item says of a cause that waivers excuse in part, or as a whole. */
import { describe, expect, it } from 'vitest';
import { groupFailures } from '../../src/report/grouping/group-failures.ts';
import { indexedCauses } from '../../src/report/page/html.ts';
import { alikeWaivers } from '../../src/viewer/lib/alike.ts';
import { filtersOf, matcher } from '../../src/viewer/lib/filters.ts';
import { makeStore } from '../../src/viewer/lib/store.ts';
import type { Store } from '../../src/viewer/lib/store.ts';
import { todoItems } from '../../src/viewer/lib/todo.ts';
import type { CauseItem } from '../../src/viewer/lib/todo.ts';
import { markOf } from '../../src/viewer/lib/words.ts';
import type { WaiverEntry } from '../../src/verdict/waivers.ts';
import { tinyReport, tinyWaiver } from '../report/tiny.ts';
import type { TinyCheck } from '../report/tiny.ts';

const id = 'student-reporting/students/create/http.date-present';
/** They fail alike, so that they are one cause, worst first. */
const checks: readonly TinyCheck[] = [
  { id: `${id}/0`, verdict: 'fail' },
  { id: `${id}/1`, verdict: 'fail' },
  { id: `${id}/2`, verdict: 'fail', basis: 'confirmed' },
  { id: `${id}/3`, verdict: 'fail', level: 'SHOULD', basis: 'practice' },
];

function storeOf(waivers: readonly WaiverEntry[]): Store {
  const report = tinyReport({ checks, waivers });
  return makeStore({ report, causes: indexedCauses({ ...report, causes: groupFailures(report, []) }) });
}

function onlyItem(store: Store): CauseItem {
  const items = todoItems(store, () => true, true);
  expect(items).toHaveLength(1);
  const [item] = items;
  if (item?.kind !== 'cause') throw new Error('no cause');
  return item;
}

const excused = (which: readonly number[]): WaiverEntry[] =>
  which.map((index) => tinyWaiver({ checks: `${id}/${index}` }));

describe('an item', () => {
  it('of which waivers excuse a part has the mark and the weight of what is left', () => {
    const item = onlyItem(storeOf(excused([0, 1])));
    expect(item).toMatchObject({ party: 'service', level: 'MUST', basis: 'confirmed', waived: 2 });
    expect([item.first.id, markOf(item.first)]).toEqual([`${id}/2`, 'fail']);
  });

  it('has the weight of what is left where only good practice is', () => {
    const item = onlyItem(storeOf(excused([0, 1, 2])));
    expect(item).toMatchObject({ party: 'practice', level: 'SHOULD', basis: 'practice', waived: 3 });
    expect(markOf(item.first)).toBe('fail');
  });

  it('that is excused as a whole is marked so, and says each reason once, with how many checks', () => {
    const waivers = [...excused([0, 1, 2]), tinyWaiver({ checks: `${id}/3`, reason: 'nobody needs it' })];
    const item = onlyItem(storeOf(waivers));
    expect([item.party, markOf(item.first)]).toEqual(['known', 'waived']);
    expect(item.excuses.map((one) => [one.first.reason, one.checks, one.all.length])).toEqual([
      ['known issue', 3, 3],
      ['nobody needs it', 1, 1],
    ]);
  });
});

describe('what keeps several services from being judged', () => {
  it('is one item, with what to look at, and leads to the checks of all', () => {
    const cause = 'http://127.0.0.1:4999 refused the connection';
    const hint = 'Nothing listens there: check the port, and whether the service is up.';
    const services = ['partner-onboarding', 'student-reporting'];
    const report = tinyReport({
      checks: services.map((service) => ({ service, verdict: 'inconclusive', cause })),
      run: {
        asked: { target: 'acme' },
        preflight: { stops: services.map((service) => ({ service, specs: ['4.0.1'], cause, hint })) },
      },
    });
    const store = makeStore({ report, causes: indexedCauses(report) });
    const item = onlyItem(store);
    expect(item.whose).toEqual(['partner-onboarding 4.0.1', 'student-reporting 4.0.1']);
    expect(item.next).toEqual({ command: 'npx @plumbline/harness run --target acme', hint });
    expect(report.checks.filter(matcher(store, filtersOf({ cause: item.causes })))).toHaveLength(2);
  });
});

describe('waivers that read alike', () => {
  it('are one row, which leads to the checks of all of them', () => {
    const store = storeOf([...excused([0, 1, 2]), tinyWaiver({ checks: `${id}/3`, expires: '2027-01-31' })]);
    expect(alikeWaivers(store.report.waivers).map(({ all }) => all.length)).toEqual([3, 1]);
    const found = store.report.checks.filter(matcher(store, filtersOf({ waiver: '0,1,2' })));
    expect(found.map((check) => check.id)).toEqual([`${id}/0`, `${id}/1`, `${id}/2`]);
  });
});
