import { beforeAll, describe, expect, it } from 'vitest';
import { Bench, fresh, gateway, item, only, student, uidOf, type Answer } from './support.ts';

let bench: Bench;
let path: string;
let empty: string;
const count = 405;

const pages = ['current-page', 'next-page', 'previous-page', 'total-pages'] as const;

/** The four page headers in order, `-` for an absent one. */
const shown = ({ headers }: Answer): string =>
  pages.map((name) => headers.get(`tcsi-pagination-${name}`) ?? '-').join(' ');

const uids = (answer: Answer): number[] =>
  (only(answer).result as unknown as { unit_enrolment: { unit_enrolments_uid: number } }[]).map(
    (one) => one.unit_enrolment.unit_enrolments_uid,
  );

const get = (page?: string, size?: string, where = path): Promise<Answer> =>
  bench.get(where, { headers: { 'tcsi-pagination-page': page, 'tcsi-pagination-pagesize': size } });

beforeAll(async () => {
  bench = await Bench.open('student-reporting', '2.1.05');
  const make = async (): Promise<number> =>
    uidOf(await bench.post('/students', [item('student', student())]), 'students_uid');
  const students = [await make(), await make()];
  const unit = uidOf(
    await bench.post('/units-of-study', [
      item('unit_of_study', { unit_of_study_code: fresh('U'), discipline_code: '010101' }),
    ]),
    'units_of_study_uid',
  );
  const enrolments = Array.from({ length: count * 2 }, (_, index) =>
    item('unit_enrolment', {
      // The records of both students alternate, so that a list that mixes them up shows.
      students_uid: students[index % 2],
      units_of_study_uid: unit,
      unit_of_study_census_date: new Date(Date.UTC(2020, 0, 1 + index)).toISOString().slice(0, 10),
      mode_of_attendance_code: '1',
    }),
  );
  expect((await bench.post('/unit-enrolments', enrolments)).status).toBe(201);
  path = `/students/${String(students[0])}/unit-enrolments`;
  empty = `/students/${String(await make())}/unit-enrolments`;
});

describe('unit enrolments', () => {
  it('are the first 200 without page headers when pagination is not enabled', async () => {
    const answer = await get();
    expect(uids(answer).length).toBe(200);
    expect(shown(answer)).toBe('- - - -');
    expect(uids(answer)).toEqual(uids(answer).toSorted((a, b) => a - b));
  });

  it.each([
    [200, '1 2 - 3|2 3 1 3|3 - 2 3'],
    [1, `1 2 - 405|2 3 1 405`],
    [405, '1 2 - 3|2 3 1 3|3 - 2 3'],
    [1000, '1 2 - 3|2 3 1 3|3 - 2 3'],
    [135, '1 2 - 3|2 3 1 3|3 - 2 3'],
  ])('page by page of %i', async (size, expected) => {
    const rows: string[] = [];
    for (let page = 1; page <= expected.split('|').length; page += 1)
      rows.push(shown(await get(String(page), String(size))));
    expect(rows.join('|')).toBe(expected);
  });

  it('are each on one page, in one order', async () => {
    const seen: number[] = [];
    for (const page of ['1', '2', '3', '4', '5']) seen.push(...uids(await get(page, '100')));
    expect(seen.length).toBe(count);
    expect(new Set(seen).size).toBe(count);
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  });

  it('one header is enough, the other has its default', async () => {
    expect([shown(await get('2')), uids(await get('3')).length]).toEqual(['2 3 1 3', 5]);
    const sized = await get(undefined, '100');
    expect([shown(sized), uids(sized).length]).toEqual(['1 2 - 5', 100]);
  });

  it('past the end there is an empty page, and an empty list has none', async () => {
    const past = await get('9', '200');
    expect([past.status, uids(past), shown(past)]).toEqual([200, [], '9 - 8 3']);
    const none = await get('1', '200', empty);
    expect([none.status, uids(none), shown(none)]).toEqual([200, [], '1 - - 0']);
  });

  it.each([
    ['0', '10', 'tcsi-pagination-page'],
    ['-1', '10', 'tcsi-pagination-page'],
    ['1.5', '10', 'tcsi-pagination-page'],
    ['two', '10', 'tcsi-pagination-page'],
    ['1', '0', 'tcsi-pagination-pagesize'],
    ['1', '1e2', 'tcsi-pagination-pagesize'],
  ])('page %s of size %s is refused', async (page, size, header) => {
    const answer = await get(page, size);
    expect(answer.status).toBe(400);
    expect(gateway(answer)[0]?.source?.header).toBe(header);
  });

  it('keep their order when one moves to another student and back', async () => {
    const before = uids(await get('1', '10'));
    const other = path.replace(/\d+/, (uid) => String(Number(uid) + 1));
    const [first] = before;
    const target = `/unit-enrolments/${String(first)}`;
    await bench.patch(target, item('unit_enrolment', { students_uid: Number(/\d+/.exec(other)?.[0]) }));
    expect(uids(await get('1', '10', other))[0]).toBe(first);
    expect(uids(await get('1', '9'))).toEqual(before.slice(1));
    await bench.patch(target, item('unit_enrolment', { students_uid: Number(/\d+/.exec(path)?.[0]) }));
    expect(uids(await get('1', '10'))).toEqual(before);
  });
});

describe('other lists', () => {
  it('of courses can be paged, of students cannot', async () => {
    const course = (): Record<string, unknown> =>
      item('course', { course_code: fresh('C'), course_name: 'Law', course_effective_from_date: '2020-01-01' });
    await bench.post('/courses', Array.from({ length: 250 }, course));
    const all = await get(undefined, undefined, '/courses');
    expect([(only(all).result as unknown as unknown[]).length, shown(all)]).toEqual([250, '- - - -']);
    const paged = await get('1', '1000', '/courses');
    expect([(only(paged).result as unknown as unknown[]).length, shown(paged)]).toEqual([250, '1 - - 1']);
    expect(shown(await get('2', '100', '/courses'))).toBe('2 3 1 3');
    const students = await get('0', '1', '/students');
    expect([students.status, (only(students).result as unknown as unknown[]).length, shown(students)]).toEqual([
      200,
      3,
      '- - - -',
    ]);
  });
});
