/** Preflight of a session with transports of its own, closed afterwards. */
import { undiciTransport } from '../exchange/undici-transport.ts';
import { bindDestinations, secretReader } from './destinations.ts';
import { preflight, type Preflight } from './preflight.ts';
import type { Session } from './session.ts';

export async function runPreflight(session: Session, env: NodeJS.ProcessEnv, allowWrites: boolean): Promise<Preflight> {
  const plain = undiciTransport(session.target.limits.concurrency);
  const clock = Date.now;
  // What the target says of time-outs is for checks; here nobody waits longer than a few seconds.
  const target = { ...session.target, limits: { ...session.target.limits, timeoutMs: Math.min(session.target.limits.timeoutMs, 5000) } };
  try {
    const destination = bindDestinations({ scopes: session.scopes, target, plain, secrets: secretReader(env), clock });
    return await preflight({ ...session, target }, { plain, clock, destination, allowWrites });
  } finally {
    await plain.close();
  }
}

/** For a terminal: who, why, what to do. */
export function preflightText({ stops }: Preflight): string {
  const lines = stops.flatMap(({ service, specs, cause, hint }) => [`${service} ${specs.join(', ')} cannot be judged: ${cause}`, `  ${hint}`]);
  return `${lines.join('\n')}\n`;
}
