/** The HTML report in a real browser: `npx playwright test -c tests/viewer/playwright.config.ts`. */
import { defineConfig } from '@playwright/test';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  globalSetup: './global-setup.ts',
  outputDir: '../../dist/viewer-tests/results',
  fullyParallel: true,
  forbidOnly: process.env['CI'] !== undefined,
  workers: 2,
  // Against hanging only: a slow or busy machine must not turn anything red.
  timeout: 600_000,
  expect: { timeout: 120_000 },
  reporter: [['list']],
  use: {
    viewport: { width: 1280, height: 900 },
    locale: 'en-AU',
    timezoneId: 'UTC',
    // Where global-setup.ts has unpacked it; the path is the package's own choice and known beforehand.
    launchOptions: { executablePath: process.env['PLUMBLINE_CHROMIUM'] ?? join(tmpdir(), 'chromium') },
  },
});
