/** Before a run: what an earlier run left in the output folder goes away, since Allure's reporter never empties its own. */
import { clearArtifacts } from './artifacts.ts';
import { projectRoot } from './session.ts';
import { settingsFromEnvironment } from './settings.ts';

export default function globalSetup(): void {
  clearArtifacts(settingsFromEnvironment(process.env, projectRoot()).out);
}
