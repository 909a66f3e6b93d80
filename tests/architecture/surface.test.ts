/** What users, scripts and files rely on does not change unnoticed: `npx tsx scripts/surface/main.ts` writes the golden file. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { SURFACE_FILE, surfaceText } from '../../scripts/surface/surface.ts';

test('the surface is the recorded one', async () => {
  expect(await surfaceText()).toBe(readFileSync(SURFACE_FILE, 'utf8'));
});
