/** A long text into a file, as it is made. */
import { closeSync, openSync, writeFileSync } from 'node:fs';

/** Many parts at a time: each by itself is a call of the system, and all of them as one text would be as much memory again, twice over. */
const TOGETHER = 256 * 1024;

export function writeParts(file: string, parts: Iterable<string>): void {
  const descriptor = openSync(file, 'w');
  try {
    let text = '';
    for (const part of parts) {
      text += part;
      if (text.length < TOGETHER) continue;
      writeFileSync(descriptor, text);
      text = '';
    }
    writeFileSync(descriptor, text);
  } finally {
    closeSync(descriptor);
  }
}
