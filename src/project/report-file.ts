/** Where a report lies: people name the folder as often as the file. */
import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { PACKED } from './packed.ts';

/** `report.json` of a folder, or `report.json.gz` where that alone is there; anything else as it is given, for the reader to complain of. */
export function reportFile(place: string): string {
  try {
    if (!statSync(place).isDirectory()) return place;
  } catch {
    return place;
  }
  const file = path.join(place, 'report.json');
  return !existsSync(file) && existsSync(`${file}${PACKED}`) ? `${file}${PACKED}` : file;
}
