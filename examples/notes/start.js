// Starts the notes: `node start.js`, or `node start.js 8082` for another port. Who may come in is in the environment.
import { notes, serve } from './service.js';

const { NOTES_SECRET: editor, NOTES_OTHER_SECRET: reader } = process.env;
if (!editor || !reader) {
  process.stderr.write(
    'NOTES_SECRET and NOTES_OTHER_SECRET are the secrets of the editor and of the reader: set them.\n',
  );
  process.exit(2);
}
const server = await serve(Number(process.argv[2] ?? 8081), notes({ editor, reader }));
process.stdout.write(`The notes are at http://127.0.0.1:${server.address().port}\n`);
