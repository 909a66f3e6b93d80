// Starts the orders: `node start.js`, or `node start.js 8081` for another port.
import { serve } from './service.js';

const server = await serve(Number(process.argv[2] ?? 8080));
process.stdout.write(`The orders listen on http://127.0.0.1:${server.address().port}\n`);
