import { json } from '../http/message.ts';
import { badCommand, done, type Command } from '../sockets/control.ts';
import { faults, UnknownFaultError } from './registry.ts';

/** What the control server can do with faults. */
export function faultCommands(world: { setFaults(ids: readonly string[]): void }): readonly Command[] {
  return [
    {
      method: 'POST',
      path: '/faults',
      run: (body) => {
        const ids = body['faults'];
        if (!Array.isArray(ids) || !ids.every((id) => typeof id === 'string')) {
          throw badCommand('faults must be an array of fault ids.', '/faults');
        }
        try {
          world.setFaults(ids);
        } catch (error) {
          throw error instanceof UnknownFaultError ? badCommand(error.message, '') : error;
        }
        return done;
      },
    },
    { method: 'GET', path: '/faults', run: () => json(200, faults) },
  ];
}
