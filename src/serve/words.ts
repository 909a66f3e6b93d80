/** What somebody at a terminal reads when the reference services listen. Pure. */
import type { Listening } from '../../services/index.ts';
import { COMMAND } from '../record/command.ts';

/** `target` as it is to be typed. */
export function servingText({ services, identityProvider, control }: Listening, target: string): string {
  const addresses = Object.entries(services).flatMap(([service, versions]) =>
    Object.entries(versions ?? {}).map(([version, url]) => [`${service} ${version}`, url] as const),
  );
  const lines = [...addresses, ['identity provider', identityProvider] as const, ['control', control] as const];
  const width = Math.max(...lines.map(([name]) => name.length));
  return `
${lines.map(([name, url]) => `  ${name.padEnd(width)}  ${url}`).join('\n')}

In another terminal:
  ${COMMAND} run --target ${target}

Ctrl+C stops them.
`;
}
