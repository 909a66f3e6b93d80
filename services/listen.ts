import { controlAnswer, type ControlOptions } from './sockets/control.ts';
import { listenOn, type Listener, type Malformed } from './sockets/server.ts';
import type { ServiceName } from './services.ts';
import type { Answers } from './world.ts';

export interface Listening {
  /** Base URL by service and specification version. */
  readonly services: Record<string, Record<string, string>>;
  readonly identityProvider: string;
  readonly control: string;
  close(): Promise<void>;
}

export interface ListenOptions {
  readonly host?: string;
  /** The first port; the others follow in the order identity provider, services, control. Any free ports when 0 or absent. */
  readonly port?: number;
}

/** Puts the identity provider, every service and a control server on sockets of their own. */
export async function listenTo(
  answers: Answers,
  control: Omit<ControlOptions, 'stop'>,
  { host = '127.0.0.1', port = 0 }: ListenOptions = {},
): Promise<Listening> {
  const open: Listener[] = [];
  const stoppable = new Map<string, Listener>();
  const close = async (): Promise<void> => {
    await Promise.all(open.map((listener) => listener.close()));
  };
  const next = async (answer: Parameters<typeof listenOn>[0], malformed?: Malformed): Promise<Listener> => {
    const listener = await listenOn(answer, host, port === 0 ? 0 : port + open.length, malformed);
    open.push(listener);
    return listener;
  };
  const stop = async (service: ServiceName, spec: string): Promise<boolean> => {
    const listener = stoppable.get(`${service} ${spec}`);
    await listener?.close();
    return stoppable.delete(`${service} ${spec}`);
  };
  try {
    const identityProvider = await next(answers.identityProvider);
    const services: Record<string, Record<string, string>> = {};
    for (const { service, spec, answer, malformed } of answers.instances) {
      const listener = await next(answer, malformed);
      stoppable.set(`${service} ${spec}`, listener);
      services[service] = { ...services[service], [spec]: listener.url };
    }
    const { url } = await next(controlAnswer({ ...control, stop }));
    return { services, identityProvider: identityProvider.url, control: url, close };
  } catch (error) {
    await close();
    throw error;
  }
}
