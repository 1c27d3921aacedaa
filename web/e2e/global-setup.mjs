import { StandaloneProcess } from '@precis/e2e/deployment/standalone-process';
import { startBrowser } from './browser.ts';
import { shareStage } from './shared-stage.ts';

/** One deployment and one browser for all files: starting both takes seconds of a processor. Node itself runs the sources here. */
export default async function globalSetup() {
  const [deployment, browser] = await Promise.all([StandaloneProcess.inFreshFolder(), startBrowser()]);
  globalThis.precisWebStage = { deployment, browser };
  // The name that it has in the links of its mails.
  const url = `http://localhost:${deployment.port}`;
  shareStage({ browser: browser.wsEndpoint(), deployment: { url, folder: deployment.dataDir } });
}
