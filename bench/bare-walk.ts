/**
 * The least that a walk can cost: undici asks for page after page, a compiled ajv schema validates each, and nothing is kept.
 * `node bare-walk.mjs URL TIMES`; prints how many pages were valid. It is compiled before it is measured.
 */
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormatsModule from 'ajv-formats';
import { Agent, request } from 'undici';
import { PAGE } from './records.ts';

const addFormats = addFormatsModule as unknown as (ajv: Ajv2020) => void;
const [url = '', times = '1'] = process.argv.slice(2);
const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats(ajv);
const validate = ajv.compile<{ readonly next?: string }>(PAGE);
const dispatcher = new Agent({ connections: 1 });
let valid = 0;
for (let walk = 0; walk < Number(times); walk += 1)
  for (let cursor: string | undefined = ''; cursor !== undefined;) {
    const { body } = await request(cursor === '' ? url : `${url}&cursor=${cursor}`, { dispatcher });
    const page: unknown = JSON.parse(await body.text());
    cursor = undefined;
    if (!validate(page)) continue;
    valid += 1;
    cursor = page.next;
  }
await dispatcher.close();
process.stdout.write(`${valid}\n`);
