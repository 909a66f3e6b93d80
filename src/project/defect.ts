/**
 * A defect of Plumbline's own inside Playwright's processes: it is told with its cause, it ends the run with 4, and it is
 * never a verdict on the service.
 */
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { EXIT } from './exit.ts';
import { tell } from './say.ts';

const FILE = 'defect';

export function defectText(error: unknown): string {
  return `plumbline: a defect in Plumbline itself; please report it with this text\n${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`;
}

/** In a worker, which cannot say how the run ends: leaves word in the run's folder. */
export function noteDefect(error: unknown, folder: string | undefined): void {
  tell(defectText(error));
  if (folder !== undefined) writeFileSync(path.join(folder, FILE), '');
}

/** Whether a worker of this run left word. */
export function isDefectNoted(folder: string | undefined): boolean {
  return folder !== undefined && existsSync(path.join(folder, FILE));
}

/** When Playwright's own process ends: whether a worker left word. */
export function heedDefect(folder: string): void {
  if (isDefectNoted(folder)) process.exitCode = EXIT.defect;
}
