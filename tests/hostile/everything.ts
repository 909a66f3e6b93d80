/** One whole `plumbline run` against a service and an identity provider that play every trick there is, one after the other. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { plumbline } from '../run/support.ts';
import type { Ended } from '../ended.ts';
import { leaksOf } from './leaks.ts';
import { openHostileService, TRICKS, type Asked, type HostileService, type Trick } from './service.ts';

const SERVICE = 'student-reporting';
const SPEC = '4.0.1';
/** Many requests of both kinds, few of which need one another. */
const ONLY =
  '{student-reporting/identity-provider/token,student-reporting/students/read,student-reporting/students/create,student-reporting/courses/{create,update}}/**';
/** Before these nothing is hostile, or the run would be refused before it began. */
const RIGHT_AT_FIRST = 30;
/** One in so many is none, so that there are answers to judge between them. Tokens are asked for less often than all else, and those that are right are kept. */
const SPARED = { services: 2, tokens: 5 };

/** Three times what a right service is asked: what is asked again is asked so often and no more. */
export const MAX_REQUESTS = 3000;
/** Of any process; a run that meets nothing hostile takes 300. Eight answers of eight MiB are read and judged at once. */
export const MAX_MEMORY_MIB = 1536;

export interface Everything {
  readonly ended: Ended;
  readonly out: string;
  /** How often each trick was played, by its place in the list: once, where there were requests enough. */
  readonly played: readonly number[];
  readonly requests: number;
  /** Requests to somebody else's server. */
  readonly led: number;
  readonly leaks: readonly string[];
  /** The most memory of each process that the run started, in MiB, largest first. */
  readonly peaks: readonly number[];
}

/** Tells the most memory that a process held, when it ends. */
const TELLS_PEAK =
  'import{appendFileSync}from"node:fs";process.on("exit",()=>appendFileSync(process.env.PEAKS,`${process.resourceUsage().maxRSS}\\n`))';

export async function everyTrick(folder: string): Promise<Everything> {
  const hostile = await openHostileService(SERVICE, SPEC);
  const played = TRICKS.map(() => 0);
  const next = { services: inTurn(false), tokens: inTurn(true) };
  // Of each kind by itself: a token is asked for and used by turns, and all of one kind could be spared.
  const asks = { services: 0, tokens: 0 };
  let requests = 0;
  hostile.trick((asked: Asked) => {
    requests = asked.number;
    if (asked.number <= RIGHT_AT_FIRST) return undefined;
    const kind = asked.ofTokens ? 'tokens' : 'services';
    asks[kind] += 1;
    if (asks[kind] % SPARED[kind] === 0) return undefined;
    const trick = next[kind]();
    if (trick === undefined) return undefined;
    played[TRICKS.indexOf(trick)] = (played[TRICKS.indexOf(trick)] ?? 0) + 1;
    return trick;
  });
  try {
    const [out, scratch, peaks] = ['out', 'scratch', 'peaks'].map((name) => path.join(folder, name)) as [
      string,
      string,
      string,
    ];
    mkdirSync(scratch);
    const file = path.join(folder, 'target.yaml');
    writeFileSync(path.join(folder, 'key.pem'), hostile.privateKey);
    writeFileSync(file, targetOf(hostile));
    const ended = await plumbline(['run', '--target', file, '--only', ONLY, '--out', out], {
      env: {
        TMPDIR: scratch,
        PEAKS: peaks,
        NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(TELLS_PEAK)}`,
      },
    });
    return {
      ended,
      out,
      played,
      requests,
      led: hostile.led(),
      leaks: leaksOf(hostile.secrets(), out, { stdout: ended.stdout, stderr: ended.stderr }),
      peaks: readFileSync(peaks, 'utf8')
        .trim()
        .split('\n')
        .map((line) => Math.round(Number(line) / 1024))
        .toSorted((a, b) => b - a),
    };
  } finally {
    await hostile.close();
  }
}

/** Each trick once. Those of a kind are far apart: a service that is silent three times in a row is not asked on. */
function inTurn(ofTokens: boolean): () => Trick | undefined {
  const own = TRICKS.filter((trick) => trick.ofTokens === ofTokens);
  const STRIDE = 29;
  const left = Array.from({ length: STRIDE }, (_none, first) =>
    own.filter((_trick, index) => index % STRIDE === first),
  ).flat();
  return () => left.shift();
}

function targetOf({ url, tokenUrl, issuer, device, kid, audience, tokenAudience }: HostileService): string {
  return `target: hostile
environment: test
services:
  ${SERVICE}:
    baseUrl: ${url}
    spec: ["${SPEC}"]
    identityProvider:
      tokenUrl: ${tokenUrl}
      issuer: "${issuer}"
      device: ${device}
      kid: ${kid}
      audience: ${audience}
      tokenAudience: ${tokenAudience}
      key: { file: key.pem }
limits: { concurrency: 8, timeoutMs: 5000, minutes: 30 }
`;
}
