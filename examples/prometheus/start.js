// Starts prometheus, of the Debian package, in a folder of its own, where it watches itself: `node start.js`, or `node start.js 9091`.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const here = import.meta.dirname;
const unpacked = path.join(here, 'node_modules', 'prometheus');
const program = path.join(unpacked, 'usr', 'bin', 'prometheus');

/** Unpacks the package beside this file, where it is not there yet; nothing is installed. False where no registry of packages has it. */
export function fetched() {
  if (existsSync(program)) return true;
  mkdirSync(unpacked, { recursive: true });
  const run = (command, ...parts) => spawnSync(command, parts, { cwd: unpacked, stdio: 'ignore' }).status === 0;
  if (!run('apt-get', 'download', 'prometheus')) return false;
  const file = readdirSync(unpacked).find((name) => name.endsWith('.deb'));
  return file !== undefined && run('dpkg-deb', '-x', file, '.') && existsSync(program);
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

/** Listens on `port`, of any that is free for 0; resolves with the address and how to end it, once it has seen itself. */
export async function start(port = 9090) {
  const own = port === 0 ? await freePort() : port;
  const [folder, address] = [mkdtempSync(path.join(tmpdir(), 'plumbline-prometheus-')), `127.0.0.1:${own}`];
  const jobs = [{ job_name: 'itself', static_configs: [{ targets: [address] }] }];
  const config = path.join(folder, 'prometheus.yml');
  writeFileSync(config, JSON.stringify({ global: { scrape_interval: '1s' }, scrape_configs: jobs }));
  const flags = [`--config.file=${config}`, `--storage.tsdb.path=${folder}/data`, `--web.listen-address=${address}`];
  const running = spawn(program, flags, { stdio: 'ignore' });
  const end = async () => {
    const ended = new Promise((resolve) => running.once('close', resolve));
    running.kill();
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  for (let turn = 0; turn < 120; turn += 1) {
    await pause(500);
    const answer = await fetch(`http://${address}/api/v1/query?query=up`).then(
      (one) => one.json(),
      () => undefined,
    );
    if (answer?.data?.result.length > 0) return { address: `http://${address}`, end };
  }
  await end();
  throw new Error('prometheus has not seen itself');
}

if (process.argv[1] === import.meta.filename) {
  if (!fetched()) {
    process.stdout.write('NOT ASKED: the Debian package prometheus cannot be fetched here.\n');
    process.exit(3);
  }
  const { address } = await start(Number(process.argv[2] ?? 9090));
  process.stdout.write(`Prometheus listens on ${address}\n`);
}
