// Starts the notes: `node start.js`, or `node start.js 8082` for another port. Who may come in is in the environment.
import { readFileSync } from 'node:fs';
import { notes, serve } from './service.js';

const {
  NOTES_SECRET: editor,
  NOTES_OTHER_SECRET: reader,
  NOTES_AUDITOR_SECRET: auditor,
  NOTES_PUBLIC_KEY_FILE,
} = process.env;
if (!editor || !reader || !auditor) {
  process.stderr.write(
    'NOTES_SECRET, NOTES_OTHER_SECRET and NOTES_AUDITOR_SECRET are those of the editor, the reader and the auditor: set them.\n',
  );
  process.exit(2);
}
// The public half of the editor's key, for those who sign: variants/private-key-jwt.
const keys = NOTES_PUBLIC_KEY_FILE
  ? { 'editor-1': { name: 'editor', publicKey: readFileSync(NOTES_PUBLIC_KEY_FILE, 'utf8') } }
  : {};
const server = await serve(Number(process.argv[2] ?? 8081), notes({ editor, reader, auditor }, undefined, keys));
process.stdout.write(`The notes are at http://127.0.0.1:${server.address().port}\n`);
