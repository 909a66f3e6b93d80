/** The language server that editors use for YAML, spoken to over its standard input and output. */
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
}

interface Diagnostic {
  readonly message: string;
  readonly range: { readonly start: { readonly line: number } };
}

export interface Editor {
  /** What is underlined in the file. */
  readonly open: (file: string, text: string) => Promise<readonly Diagnostic[]>;
  /** What is offered behind the `|` of the text. */
  readonly complete: (file: string, text: string) => Promise<readonly string[]>;
  /** What is said of the word behind the `|`. */
  readonly hover: (file: string, text: string) => Promise<string>;
  readonly close: () => void;
}

/** @param schemas as in the settings of an editor: files by schema */
export async function editorOf(root: string, schemas: Readonly<Record<string, unknown>> = {}): Promise<Editor> {
  const require = createRequire(import.meta.url);
  const server = require.resolve('yaml-language-server/bin/yaml-language-server');
  const child = spawn(process.execPath, [server, '--stdio'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const answers = new Map<number, (result: unknown) => void>();
  const told = new Map<string, (found: readonly Diagnostic[]) => void>();
  let sent = 0;
  const send = (message: Message): void => {
    const text = JSON.stringify({ jsonrpc: '2.0', ...message });
    child.stdin.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
  };
  const ask = (method: string, params: unknown): Promise<unknown> =>
    new Promise((resolve) => {
      sent += 1;
      answers.set(sent, resolve);
      send({ id: sent, method, params });
    });
  const hear = (message: Message): void => {
    if (message.method === undefined) answers.get(message.id ?? 0)?.(message.result);
    else if (message.method === 'textDocument/publishDiagnostics') {
      const { uri, diagnostics } = message.params as { uri: string; diagnostics: readonly Diagnostic[] };
      told.get(uri)?.(diagnostics);
    } else if (message.id !== undefined) {
      const items = (message.params as { items?: readonly { section?: string }[] } | undefined)?.items ?? [];
      const settings = { schemas, schemaStore: { enable: false }, validate: true, completion: true, hover: true };
      send({ id: message.id, result: items.map(({ section }) => (section === 'yaml' ? settings : null)) });
    }
  };
  let left = Buffer.alloc(0);
  child.stdout.on('data', (bytes: Buffer) => {
    left = Buffer.concat([left, bytes]);
    for (;;) {
      const head = left.indexOf('\r\n\r\n');
      const length = Number(/Content-Length: (\d+)/i.exec(left.subarray(0, head).toString())?.[1] ?? Number.NaN);
      if (head < 0 || left.length < head + 4 + length) return;
      const body = left.subarray(head + 4, head + 4 + length).toString();
      left = left.subarray(head + 4 + length);
      hear(JSON.parse(body) as Message);
    }
  });
  const uri = pathToFileURL(root).href;
  await ask('initialize', {
    processId: process.pid,
    rootUri: uri,
    workspaceFolders: [{ uri, name: 'project' }],
    capabilities: {
      workspace: { configuration: true, workspaceFolders: true, didChangeConfiguration: { dynamicRegistration: true } },
      textDocument: { hover: { contentFormat: ['plaintext'] }, completion: { completionItem: {} } },
    },
  });
  send({ method: 'initialized', params: {} });

  const open = (file: string, text: string): Promise<readonly Diagnostic[]> =>
    new Promise((resolve) => {
      const place = `${uri}/${file}`;
      told.set(place, resolve);
      send({
        method: 'textDocument/didOpen',
        params: { textDocument: { uri: place, languageId: 'yaml', version: 1, text } },
      });
    });
  /** Asks at the mark, in the file as it is without it. */
  const at = async (method: string, file: string, marked: string): Promise<unknown> => {
    const before = marked.slice(0, marked.indexOf('|')).split('\n');
    await open(file, marked.replace('|', ''));
    const position = { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
    return ask(`textDocument/${method}`, { textDocument: { uri: `${uri}/${file}` }, position });
  };
  return {
    open,
    complete: async (file, text) => {
      const found = (await at('completion', file, text)) as { items: readonly { label: string }[] };
      return found.items.map(({ label }) => label);
    },
    hover: async (file, text) => JSON.stringify(await at('hover', file, text)),
    close: () => child.kill(),
  };
}
