/** Writes `tests/golden/surface.txt`: what users, scripts and files rely on. A line that goes from it is a removal. */
import { writeFileSync } from 'node:fs';
import { SURFACE_FILE, surfaceText } from './surface.ts';

writeFileSync(SURFACE_FILE, await surfaceText());
