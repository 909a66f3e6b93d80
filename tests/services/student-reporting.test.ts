/** What the checks of a run do not see of the service: other organisations, maintenance and clearing. */
import { beforeEach, expect, it } from 'vitest';
import { Bench, item, only, student, today, uidOf } from './support.ts';

let bench: Bench;

beforeEach(async () => {
  bench = await Bench.open();
});

const newStudent = async (): Promise<number> =>
  uidOf(await bench.post('/students', [item('student', student())]), 'students_uid');

it('the HELP balance is the sum of the loans', async () => {
  const uid = await newStudent();
  const balance = async (): Promise<unknown> =>
    only(await bench.get(`/students/${String(uid)}/help-balance`)).result['help_balance'];
  expect(await balance()).toEqual({ students_uid: uid, help_balance_amount: 0, help_balance_as_at_date: today });
  const loan = (amount: number): Record<string, unknown> =>
    item('loan', { students_uid: uid, student_status_code: '201', help_loan_amount: amount });
  await bench.post('/loans', [loan(0.1), loan(0.2)]);
  expect(await balance()).toMatchObject({ help_balance_amount: 0.3 });
});

it('keeps organisations apart', async () => {
  const uid = String(await newStudent());
  expect((await bench.get(`/students/${uid}`, {}, 'device-3')).status).toBe(404);
  expect((await bench.get('/students', {}, 'device-3')).body).toMatchObject({ result: [] });
});

it('reads but does not write while degraded', async () => {
  bench.world.setMaintenance(true);
  const write = await bench.post('/students', [item('student', student())]);
  expect([write.status, write.headers.get('retry-after')]).toEqual([503, '120']);
  expect((await bench.get('/students')).status).toBe(200);
  bench.world.setMaintenance(false);
  expect((await bench.post('/students', [item('student', student())])).status).toBe(201);
});

it('forgets everything when cleared, and uses no uid twice', async () => {
  const before = await newStudent();
  bench.world.clear();
  expect((await bench.get(`/students/${String(before)}`)).status).toBe(404);
  expect(await newStudent()).toBeGreaterThan(before);
});
