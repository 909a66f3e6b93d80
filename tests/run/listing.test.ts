/** Asking what would run sends nothing, writes nothing and says everything. */
import { createServer } from 'node:http';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { expect, test } from 'vitest';
import { planned } from '../plan/support.ts';
import { playwright, temporary } from './support.ts';

test('npx playwright test --list sends nothing, and needs none of the secrets', async () => {
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
    expect(stdout).toContain('[partner-onboarding 1.0.0] › partner-onboarding.spec.ts');
    expect(stdout).toContain(`Total: ${planned({ services: ['partner-onboarding'] }).plan.groups.length} tests`);
    expect(existsSync(path.join(out, 'report.json'))).toBe(false);
    if (existsSync(out)) expect(readdirSync(out)).toEqual([]);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
