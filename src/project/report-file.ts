/** Where a report lies: people name the folder as often as the file. */
import { statSync } from 'node:fs';
import path from 'node:path';

/** `report.json` of a folder; anything else as it is given, for the reader to complain of. */
export function reportFile(place: string): string {
  try {
    return statSync(place).isDirectory() ? path.join(place, 'report.json') : place;
  } catch {
    return place;
  }
}
