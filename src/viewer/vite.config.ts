/** Builds the page to one file, `dist/viewer/index.html`, with a Content-Security-Policy that allows just its own code. */
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import { viteSingleFile } from 'vite-plugin-singlefile';

const here = fileURLToPath(new URL('.', import.meta.url));

export default defineConfig({
  root: here,
  logLevel: 'warn',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  plugins: [viteSingleFile({ removeViteModuleLoader: true }), contentSecurityPolicy()],
  build: {
    outDir: fileURLToPath(new URL('../../dist/viewer', import.meta.url)),
    emptyOutDir: true,
    // light-dark(), DecompressionStream('deflate') and <dialog>: all engines since the middle of 2024.
    target: ['chrome123', 'firefox120', 'safari17.5'],
    modulePreload: false,
    reportCompressedSize: false,
  },
});

/** The hashes require the final output, so it runs last. */
function contentSecurityPolicy(): Plugin {
  return {
    name: 'plumbline:content-security-policy',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type !== 'asset' || !file.fileName.endsWith('.html')) continue;
          file.source = withPolicy(String(file.source));
        }
      },
    },
  };
}

function withPolicy(html: string): string {
  const scripts = hashes(html, /<script(?![^>]*octet-stream)[^>]*>([\s\S]*?)<\/script>/g);
  const styles = hashes(html, /<style[^>]*>([\s\S]*?)<\/style>/g);
  const policy = [
    "default-src 'none'",
    `script-src ${scripts}`,
    `style-src ${styles}`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
  const marker = '<meta charset="utf-8" />';
  if (!html.includes(marker)) throw new Error(`index.html has no ${marker}`);
  return html.replace(marker, () => `${marker}\n    <meta http-equiv="Content-Security-Policy" content="${policy}" />`);
}

function hashes(html: string, pattern: RegExp): string {
  const found = [...html.matchAll(pattern)].map(
    (match) =>
      `'sha256-${createHash('sha256')
        .update(match[1] ?? '')
        .digest('base64')}'`,
  );
  if (found.length === 0) throw new Error(`nothing in the page matches ${pattern.source}`);
  return found.join(' ');
}
