/** Before the first test: keys for the reference services of all the processes that tests start, so that none makes its own. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { newKeys } from '../services/identity-provider/keys.ts';

export async function setup(): Promise<() => void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'plumbline-keys-'));
  const file = path.join(folder, 'keys.json');
  writeFileSync(file, JSON.stringify(await newKeys()), { mode: 0o600 });
  process.env['REFERENCE_KEYS'] = file;
  return () => rmSync(folder, { recursive: true, force: true });
}
