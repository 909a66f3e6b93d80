import { GatewayError, notFound } from '../http/gateway-error.ts';
import { decodeUtf8, MalformedJsonError, parseJson } from '../http/json-text.ts';
import { mediaType, type Answer, type Call, type Reply } from '../http/message.ts';
import { Router } from '../http/router.ts';
import { isObject } from '../model/objects.ts';
import { serviceNames, type ServiceName } from '../services.ts';
import { UnknownInstanceError, type World } from '../world.ts';

type Body = Readonly<Record<string, unknown>>;

export interface Command {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  run(body: Body): Reply | Promise<Reply>;
}

export interface ControlOptions {
  readonly world: World;
  /** Closes a listener and its connections; false when there is none. */
  readonly stop: (service: ServiceName, spec: string) => Promise<boolean>;
  /** Further commands. */
  readonly commands: readonly Command[];
}

export const done: Reply = { status: 204, headers: {} };

/** What an operator of the test environment can do: clear the data, degrade a service, pull a plug. */
export function controlAnswer({ world, stop, commands }: ControlOptions): Answer {
  const router = new Router<Command>([
    {
      method: 'POST',
      path: '/clear',
      run: (body) => {
        world.clear(serviceIn(body), textIn(body, 'spec'));
        return done;
      },
    },
    {
      method: 'POST',
      path: '/maintenance',
      run: (body) => {
        if (typeof body['on'] !== 'boolean') throw badCommand('on must be true or false.', '/on');
        world.setMaintenance(body['on'], serviceIn(body), textIn(body, 'spec'));
        return done;
      },
    },
    {
      method: 'POST',
      path: '/stop',
      run: async (body) => {
        const service = serviceIn(body);
        const spec = textIn(body, 'spec');
        if (service === undefined || spec === undefined) throw badCommand('service and spec are required.', '');
        if (!(await stop(service, spec))) throw notFound();
        return done;
      },
    },
    ...commands,
  ]);
  return async (call) => {
    try {
      return await run(router, call);
    } catch (error) {
      if (error instanceof GatewayError) return error.reply();
      if (error instanceof UnknownInstanceError) return badCommand(error.message, '').reply();
      throw error;
    }
  };
}

async function run(router: Router<Command>, call: Call): Promise<Reply> {
  const match = router.find(call.path);
  if (!match) throw notFound();
  const command = match.route.operations.get(call.method);
  if (!command)
    throw new GatewayError(
      405,
      { code: 'method_not_allowed', detail: 'Use another method.' },
      { allow: match.route.allow },
    );
  return command.run(command.method === 'POST' ? await readBody(call) : {});
}

async function readBody(call: Call): Promise<Body> {
  if (!call.hasBody) return {};
  // Also keeps a web page from commanding a local control server: a form cannot send this type.
  if (mediaType(call.header('content-type')) !== 'application/json') {
    throw new GatewayError(415, { code: 'unsupported_media_type', detail: 'The body must be application/json.' });
  }
  const bytes = (await call.read(1024 * 1024)) ?? new Uint8Array();
  try {
    const body = parseJson(decodeUtf8(bytes));
    if (isObject(body)) return body;
  } catch (error) {
    if (!(error instanceof MalformedJsonError)) throw error;
  }
  throw badCommand('The body must be one JSON object.', '');
}

function textIn(body: Body, member: string): string | undefined {
  const value = body[member];
  if (value === undefined || typeof value === 'string') return value;
  throw badCommand(`${member} must be a string.`, `/${member}`);
}

function serviceIn(body: Body): ServiceName | undefined {
  const name = textIn(body, 'service');
  const service = serviceNames.find((known) => known === name);
  if (name !== undefined && service === undefined)
    throw badCommand(`service must be one of ${serviceNames.join(', ')}.`, '/service');
  return service;
}

export function badCommand(detail: string, pointer: string): GatewayError {
  return new GatewayError(400, { code: 'bad_command', detail, source: { pointer } });
}
