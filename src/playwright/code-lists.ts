/** Reads code lists from the service once before planning; child processes get them through the environment. */
import { BadInput } from '../errors.ts';
import { type RunSettings, settingsToEnvironment } from '../project/settings.ts';
import { readCodeLists } from '../run/code-lists.ts';

/** Throws if a list cannot be read: without the codes of the service, its values cannot be judged. */
export async function withCodeLists(settings: RunSettings, env: NodeJS.ProcessEnv): Promise<RunSettings> {
  const { settings: read, stops } = await readCodeLists(settings, env);
  const [first] = stops;
  if (first !== undefined) throw BadInput.of('service-list', first.cause, { hint: first.hint });
  if (read !== settings) Object.assign(env, settingsToEnvironment(read));
  return read;
}
