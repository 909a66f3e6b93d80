/** Lists of reference data that the service itself gives out, read once before Playwright's tests are planned; all its processes know them then. */
import { BadInput } from '../errors.ts';
import { type RunSettings, settingsToEnvironment } from '../project/settings.ts';
import { readCodeLists } from '../run/code-lists.ts';

/** Rejects where one of them cannot be read: with other codes than those of the service nothing could be told of it. */
export async function withLists(settings: RunSettings, env: NodeJS.ProcessEnv): Promise<RunSettings> {
  const { settings: read, stops } = await readCodeLists(settings, env);
  const [first] = stops;
  if (first !== undefined) throw BadInput.of('service-list', first.cause, { hint: first.hint });
  if (read !== settings) Object.assign(env, settingsToEnvironment(read));
  return read;
}
