/** `npx playwright test`: --list sends nothing, and code lists of the service are read. */
import { createServer } from 'node:http';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { expect, test } from 'vitest';
import { planned } from '../plan/support.ts';
import { playwright, temporary } from './support.ts';

test('npx playwright test --list sends no request, writes no file and reads no secret', async () => {
  let requests = 0;
  const server = createServer((_request, response) => {
    requests += 1;
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const folder = temporary();
  const target = path.join(folder, 'target.yaml');
  writeFileSync(
    target,
    `target: counted\nenvironment: test\nservices:\n  partner-onboarding: { baseUrl: "${address}", spec: ["1.0.0"], bearer: { env: A_SECRET_OF_NOBODY }, headers: { x-key: "\${env:ANOTHER}" } }\n`,
  );
  const out = path.join(folder, 'out');
  try {
    const { code, stdout, stderr } = await playwright(['--list'], out, { PLUMBLINE_TARGET: target });
    expect(code, stdout + stderr).toBe(0);
    expect(requests).toBe(0);
    expect(stdout).toContain('[partner-onboarding 1.0.0] › partner-onboarding/partners.spec.ts');
    // Each group has a test, and documented sentences have one of their own.
    const total = Number(/Total: (\d+) tests/.exec(stdout)?.[1]);
    expect(total).toBeGreaterThan(planned({ services: ['partner-onboarding'] }).plan.groups.length);
    expect(existsSync(path.join(out, 'report.json'))).toBe(false);
    if (existsSync(out)) expect(readdirSync(out)).toEqual([]);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

test('npx playwright test reads code lists from the service and sends their codes', async () => {
  const point = 'student-reporting.languages.reference-data';
  const asked: string[] = [];
  let bodies = '';
  const server = createServer((request, response) => {
    asked.push(`${request.method ?? ''} ${request.url ?? ''}`);
    request.on('data', (part: Buffer) => (bodies += part.toString()));
    request.on('end', () => {
      const isList = request.url === '/reference/languages';
      response.writeHead(isList ? 200 : 404, { 'content-type': 'application/json' });
      response.end(isList ? '["7071","7072"]' : '{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const folder = temporary();
  const target = path.join(folder, 'target.yaml');
  const targetWith = (list: string): void => {
    writeFileSync(
      target,
      `target: listed\nenvironment: test\nservices:\n  student-reporting: { baseUrl: "${address}", spec: ["4.0.1"], bearer: { env: A_TOKEN } }\nanswers:\n  ${point}: { list: ${list} }\n`,
    );
  };
  const start = (): ReturnType<typeof playwright> =>
    playwright(['--grep', '(?=.*@students)(?=.*@reading)', '--workers', '1'], path.join(folder, 'out'), {
      PLUMBLINE_TARGET: target,
      A_TOKEN: 'a-token-of-the-target',
    });
  try {
    targetWith('/reference/languages');
    const { stdout, stderr } = await start();
    expect(
      asked.filter((one) => one === 'GET /reference/languages'),
      stdout + stderr,
    ).toHaveLength(1);
    expect(bodies).toMatch(/"language_spoken_at_home_code":"707[12]"/);
    targetWith('/reference/nowhere');
    const stopped = await start();
    expect(stopped.code).toBe(2);
    expect(stopped.stderr).toContain(`cannot read the code list of ${point}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
