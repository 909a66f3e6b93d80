/** A target file for reference services that listen, with everything beside it that a run against them needs. */
import { defined, maybe } from '../record/defined.ts';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { stringify } from 'yaml';
import type { Device, Listening, ServiceName, SpoiledToken, World } from '../../services/index.ts';

/** Tokens that the services have to refuse; a run shows whether they do. */
const SPOILED: readonly SpoiledToken[] = ['expired', 'notYetValid', 'otherIssuer'];

/** A target file for what listens, with the devices' keys beside it: `plumbline run --target FILE` works at once. */
export async function writeTarget(folder: string, world: World, listening: Listening): Promise<string> {
  const party = (device: Device): Readonly<Record<string, unknown>> => {
    // Named relative to the target file: the folder's own name is random, and would be taken for a secret now and then.
    const file = `${device.device}.pem`;
    writeFileSync(path.join(folder, file), device.privateKeyPem, { mode: 0o600 });
    return { issuer: device.organisation, device: device.device, kid: device.kid, key: { file } };
  };
  const spoiled = async (service: ServiceName): Promise<Readonly<Record<string, unknown>>> => {
    const written = await Promise.all(
      SPOILED.map(async (what) => {
        const file = `${service}-${what}.jwt`;
        writeFileSync(path.join(folder, file), await world.spoiledToken(service, what), { mode: 0o600 });
        return [what, { file }] as const;
      }),
    );
    return Object.fromEntries(written);
  };
  const services = await Promise.all(
    Object.entries(listening.services).map(async ([name, addresses]) => {
      const service = name as ServiceName;
      const known = Object.keys(world.audiences.services) as ServiceName[];
      const own = world.devices.find(({ linkedTo }) => known.every((one) => linkedTo.includes(one)));
      const other = world.devices.find((d) => d !== own && d.linkedTo.includes(service));
      const unlinked = world.devices.find((d) => d.linkedTo.length === 0);
      const elsewhere = world.devices.find((d) => d.linkedTo.length > 0 && !d.linkedTo.includes(service));
      const otherAudience = Object.entries(world.audiences.services).find(([n]) => n !== name)?.[1];
      const settings = {
        baseUrl: addresses,
        spec: Object.keys(addresses),
        ...defined({
          identityProvider: maybe(own, (it) => ({
            tokenUrl: `${listening.identityProvider}/oauth/token`,
            ...party(it),
            audience: world.audiences.identityProvider,
            tokenAudience: world.audiences.services[service],
          })),
          unlinked: maybe(unlinked, party),
          elsewhere: maybe(elsewhere, party),
          other: maybe(other, party),
        }),
        spoiled: await spoiled(service),
        ...defined({ otherAudience }),
      };
      return [name, settings] as const;
    }),
  );
  const file = path.join(folder, 'target.yaml');
  const limits = { concurrency: 8, timeoutMs: 10_000 };
  writeFileSync(
    file,
    stringify(
      {
        target: 'served',
        environment: 'test',
        disposable: true,
        services: Object.fromEntries(services) as unknown,
        answers: 'defaults',
        limits,
      },
      { defaultStringType: 'QUOTE_DOUBLE', defaultKeyType: 'PLAIN' },
    ),
  );
  return file;
}
