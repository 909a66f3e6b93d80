/** The YAML blocks of a page, as the files of a project. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { ROOT } from '../load/support.ts';

export interface Section {
  readonly title: string;
  /** Blocks of the section: the path in the first line, and the content. */
  readonly blocks: readonly { readonly file: string; readonly text: string }[];
}

export function textOfPage(name: string): string {
  return readFileSync(path.join(ROOT, 'docs', name), 'utf8');
}

/** Sections of a page, at each heading. The first one is its beginning. */
export function sectionsOf(name: string): readonly Section[] {
  return textOfPage(name)
    .split(/^##+ /m)
    .map((text) => ({
      title: text.split('\n')[0] ?? '',
      blocks: [...text.matchAll(/^```yaml\n([\s\S]*?)^```$/gm)].map(([, block = '']) => {
        const file = /^# (\S+\.yaml)\n/.exec(block)?.[1];
        if (file === undefined) throw new Error(`${name}: the first line of a block names its file:\n${block}`);
        return { file, text: block };
      }),
    }));
}

/** Files of a project: those of the first section, with the blocks of another section merged into them. */
export function filesOf(base: Section, section: Section): ReadonlyMap<string, unknown> {
  const files = new Map<string, unknown>();
  for (const { file, text } of base === section ? base.blocks : [...base.blocks, ...section.blocks])
    files.set(file, merged(files.get(file), parse(text)));
  return files;
}

/** Maps are merged, bindings are appended, everything else is replaced. */
function merged(before: unknown, after: unknown): unknown {
  if (!isMap(before) || !isMap(after)) return after;
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return Object.fromEntries(
    names.map((name) => {
      const [own, other] = [before[name], after[name]];
      if (!Object.hasOwn(after, name)) return [name, own];
      if (name === 'bindings' && Array.isArray(own) && Array.isArray(other))
        return [name, [...(own as unknown[]), ...(other as unknown[])]];
      return [name, merged(own, other)];
    }),
  );
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
