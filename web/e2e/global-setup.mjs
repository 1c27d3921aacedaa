import { StandaloneProcess } from '@precis/e2e/deployment/standalone-process';
import { startBrowser } from './browser.ts';
import { shareStage } from './shared-stage.ts';

/**
 * Starts one deployment and one browser for all files, because starting both takes seconds of processor time. Node runs the sources here
 * directly.
 */
export default async function globalSetup() {
  const [deployment, browser] = await Promise.all([StandaloneProcess.inFreshFolder(), startBrowser()]);
  globalThis.precisWebStage = { deployment, browser };
  // The host name that the links of its mails use.
  const url = `http://localhost:${deployment.port}`;
  shareStage({ browser: browser.wsEndpoint(), deployment: { url, folder: deployment.dataDir } });
}
