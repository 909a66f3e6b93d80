// Starts verdaccio with a user and eight packages in a folder of its own: `node start.js`, or `node start.js 4874` for another port.
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { runServer } from 'verdaccio';

export const PASSWORD = 'plumbline-1';
const NAMES = ['01', '02', '03', '04', '05', '06', '07', '08'].map((number) => `plumb-${number}`);

/** Listens on `port`, of any that is free for 0; resolves with the address, a token, and how to end it. */
export async function start(port = 4873) {
  const folder = mkdtempSync(path.join(tmpdir(), 'plumbline-verdaccio-'));
  const app = await runServer({
    storage: path.join(folder, 'storage'),
    self_path: folder,
    configPath: path.join(folder, 'config.yaml'),
    auth: { htpasswd: { file: path.join(folder, 'htpasswd'), max_users: 10 } },
    security: { api: { jwt: { sign: { expiresIn: '1d' } } } },
    packages: { '**': { access: '$all', publish: '$authenticated', unpublish: '$authenticated' } },
    web: { enable: false },
    log: { type: 'stdout', format: 'pretty', level: 'fatal' },
  });
  const server = await new Promise((resolve) => {
    const listening = app.listen(port, '127.0.0.1', () => resolve(listening));
  });
  const address = `http://127.0.0.1:${server.address().port}`;
  const put = async (place, body, more = {}) => {
    const answer = await fetch(`${address}${place}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', ...more },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`PUT ${place} was answered ${answer.status}: ${await answer.text()}`);
    return answer.json();
  };
  const { token } = await put('/-/user/org.couchdb.user:ada', { name: 'ada', password: PASSWORD });
  for (const name of NAMES) await put(`/${name}`, published(address, name), { authorization: `Bearer ${token}` });
  const end = () => {
    server.close();
    server.closeAllConnections();
    rmSync(folder, { recursive: true, force: true });
  };
  return { address, token, end };
}

/** What `npm publish` sends. */
function published(address, name) {
  const content = gzipSync(Buffer.alloc(1024));
  const file = `${name}-1.0.0.tgz`;
  const description = `A sample, the one called ${name}`;
  return {
    _id: name,
    name,
    description,
    'dist-tags': { latest: '1.0.0' },
    versions: {
      '1.0.0': {
        _id: `${name}@1.0.0`,
        name,
        version: '1.0.0',
        description,
        dist: {
          tarball: `${address}/${name}/-/${file}`,
          shasum: createHash('sha1').update(content).digest('hex'),
          integrity: `sha512-${createHash('sha512').update(content).digest('base64')}`,
        },
      },
    },
    _attachments: {
      [file]: { content_type: 'application/octet-stream', data: content.toString('base64'), length: content.length },
    },
  };
}

if (import.meta.filename === process.argv[1]) {
  const { address, token } = await start(Number(process.argv[2] ?? 4873));
  process.stdout.write(`verdaccio listens on ${address}; in another terminal:\n`);
  process.stdout.write(`  export VERDACCIO_URL=${address} VERDACCIO_TOKEN=${token}\n`);
}
