/** An exam: its questions as entries of a corpus, and what a person said of the answers. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parse, stringify } from 'yaml';
import { defined } from '../../src/record/defined.ts';
import { faultId, type Exam } from '../../tests/attribution/exam.ts';
import type { Entry } from './corpus.ts';
import type { Scored } from './score.ts';

export async function readExam(file: string): Promise<Exam> {
  const { exam } = (await import(pathToFileURL(path.resolve(file)).href)) as { readonly exam?: Exam };
  if (exam === undefined) throw new Error(`${file} exports no \`exam\``);
  return exam;
}

/** In the order in which they are written down. */
export function entriesOf(exam: Exam): readonly Entry[] {
  return Object.entries(exam).flatMap(([service, questions]) =>
    questions.map(({ name, spec, reads, first }) => ({
      fault: faultId(service, name),
      service,
      ...defined({ spec }),
      reads,
      // Without words that a script can compare a person has to say.
      first: first ?? { says: [] },
      isMarked: first === undefined,
    })),
  );
}

/** What a person said of the first item, which is of this title only: another title is marked anew. */
export interface Mark {
  readonly should: string;
  readonly read: string;
  /** `null` until somebody has said it. */
  readonly right: boolean | null;
  readonly why?: string;
}

export type Marks = Readonly<Record<string, Mark>>;

export function marksFile(file: string): string {
  return file.replace(/\.ts$/, '.marks.yaml');
}

export function readMarks(file: string): Marks {
  const at = marksFile(file);
  return existsSync(at) ? ((parse(readFileSync(at, 'utf8')) ?? {}) as Marks) : {};
}

/** What is known of each question, with a place for the mark of each that has none. */
export function marksOf(scored: readonly Scored[], known: Marks): Marks {
  return Object.fromEntries(
    scored.map(({ entry, said, misses }): [string, Mark] => {
      const before = known[entry.fault];
      if (before !== undefined && before.read === said) return [entry.fault, before];
      const right = entry.isMarked === true ? null : misses.length === 0;
      return [entry.fault, { should: entry.reads, read: said, right }];
    }),
  );
}

export function writeMarks(file: string, marks: Marks): void {
  writeFileSync(
    marksFile(file),
    `# Whether the first item of the report says what should be read first. right: true or false, by a person; of another title it is asked again.\n${stringify(marks, { lineWidth: 0, singleQuote: true })}`,
  );
}

/** `17 of 20 right, 1 to be marked`. */
export function resultOf(marks: Marks): string {
  const all = Object.values(marks);
  const open = all.filter(({ right }) => right === null).length;
  const right = all.filter((mark) => mark.right === true).length;
  return `${String(right)} of ${String(all.length)} right${open === 0 ? '' : `, ${String(open)} to be marked`}`;
}
