/** A service of this process, at a port of its own. */
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Listening {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

export async function listen(answer: RequestListener): Promise<Listening> {
  const server = createServer((request, response) => {
    // One valid Host, as RFC 9112 §3.2 asks: what is measured is a green run.
    const isHosted = /^[\w.-]+(:\d+)?$/.test(request.headersDistinct.host?.join() ?? '');
    if (isHosted) answer(request, response);
    else response.writeHead(400).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const stop = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop };
}
