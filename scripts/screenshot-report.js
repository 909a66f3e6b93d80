// Pictures of a report: `node scripts/screenshot-report.js REPORT_DIR [OUT_DIR]`, with REPORT_DIR/index.html there.
// One for each of desktop and phone, light and dark; `--state '#/versions'` shows another state than the overview.
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import packed from '@sparticuz/chromium';

const WIDTHS = { desktop: { width: 1280, height: 860 }, phone: { width: 390, height: 844 } };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    state: { type: 'string', default: '#/' },
    name: { type: 'string', default: 'report' },
    full: { type: 'boolean', default: false },
  },
});
const [reportDir, outDir = '.'] = positionals;
const page = path.resolve(reportDir ?? '.', 'index.html');
if (reportDir === undefined || !existsSync(page)) {
  process.stderr.write(
    `${reportDir === undefined ? 'Usage: node scripts/screenshot-report.js REPORT_DIR [OUT_DIR] [--state HASH] [--name NAME] [--full]' : `There is no ${page}: run "npx @plumbline/harness run --out ${reportDir}" first.`}\n`,
  );
  process.exit(2);
}

mkdirSync(outDir, { recursive: true });
const executablePath = process.env.PLUMBLINE_CHROMIUM ?? (await packed.executablePath());
const fonts = mkdtempSync(path.join(os.tmpdir(), 'plumbline-fonts-'));
const browser = await chromium.launch({ executablePath, env: { ...process.env, FONTCONFIG_FILE: fontsFile(fonts) } });
try {
  for (const [device, viewport] of Object.entries(WIDTHS)) {
    for (const colorScheme of ['light', 'dark']) {
      const tab = await browser.newPage({
        viewport,
        colorScheme,
        deviceScaleFactor: 2,
        locale: 'en-AU',
        timezoneId: 'UTC',
        reducedMotion: 'reduce',
      });
      await tab.goto(pathToFileURL(page).href + values.state);
      await tab.locator('main h1').waitFor();
      await tab.evaluate(() => document.fonts.ready);
      const file = path.join(outDir, `${values.name}-${device}-${colorScheme}.png`);
      await tab.screenshot({ path: file, fullPage: values.full });
      await tab.close();
      process.stdout.write(`${file}\n`);
    }
  }
} finally {
  await browser.close();
  rmSync(fonts, { recursive: true, force: true });
}

/** The same letters on every machine: those that come with the browser's package, where the machine lacks better ones. */
function fontsFile(folder) {
  const file = path.join(folder, 'fonts.conf');
  const family = (name, list) =>
    `<alias binding="same"><family>${name}</family><prefer>${list.map((one) => `<family>${one}</family>`).join('')}</prefer></alias>`;
  writeFileSync(
    file,
    `<?xml version="1.0"?><fontconfig><dir>${path.join(os.tmpdir(), 'fonts')}</dir><dir>/usr/share/fonts</dir><cachedir>${path.join(folder, 'cache')}</cachedir>` +
      `${family('system-ui', ['Inter', 'Noto Sans', 'Open Sans', 'DejaVu Sans'])}${family('sans-serif', ['Open Sans', 'DejaVu Sans'])}${family('monospace', ['DejaVu Sans Mono'])}</fontconfig>`,
  );
  return file;
}
