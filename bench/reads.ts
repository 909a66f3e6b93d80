/** A contract of so many cases, each a read of one address whose status and schema are judged: what others are measured with. */
import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

interface Reads {
  readonly url: string;
  readonly count: number;
  readonly schema: object;
}

/** Only these cases are asked for: what else is known of such an address is left out. */
export const READS_ONLY = 'reads/page/read/{outcome.status,body.schema}/*';

/** Writes the project into the folder; its target is called `reads`. Nobody has read its contract before. */
export function writeReadsProject(folder: string, { url, count, schema }: Reads): void {
  const judged = `outcome.status, requirement: reads.kept, with: { statuses: [200] } }, { rule: body.schema, requirement: reads.kept, with: { schema: ${JSON.stringify(schema)} } }`;
  const cases = Array.from(
    { length: count },
    (_, index) =>
      `  read-${index}: { title: Read ${index}, on: read, aspect: reads-${index % 8}, steps: { asked: { on: read } }, checks: [{ rule: ${judged}] }\n`,
  );
  const files: Readonly<Record<string, string>> = {
    'specs/reads/versions.yaml': 'service: reads\ntitle: Reads\nsource: bench\nversions: [{ id: "1.0.0" }]\n',
    'specs/reads/open-points.yaml': 'openPoints: {}\n',
    'specs/reads/requirements/reads.yaml':
      'requirements:\n  reads.kept: { text: The page is as the contract says., level: MUST, basis: documented, section: page }\n',
    'contracts/reads/bindings.yaml':
      'bindings:\n  - { checks: "**/{outcome,coverage,http}.*{,/**}", requirement: reads.kept }\n',
    'contracts/reads/envelope.yaml': 'methods: partial\nheaders: {}\n',
    'contracts/reads/errors.yaml': 'families: {}\nrefusals: { method: { statuses: [405] } }\n',
    'contracts/reads/page.yaml': `endpoint: page
title: Page ${randomUUID()}
base: service
operations:
  read: { method: GET, path: /, response: plain, success: [200], access: public }
cases:
${cases.join('')}`,
  };
  writeFiles(folder, files);
  writeReadsTarget(folder, url);
}

/** Where the address is by now. */
export function writeReadsTarget(folder: string, url: string): void {
  const target = `target: reads
environment: test
services: { reads: { baseUrl: "${url.replace(/\/$/, '')}", spec: ["1.0.0"] } }
limits: { concurrency: 8 }
`;
  writeFiles(folder, { 'targets/reads/target.yaml': target });
}

function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  }
}
