import type { Browser } from 'playwright-core';
import { Deployment } from './deployment';
import { openBrowser } from './watched-page';

const START_LIMIT_MS = 180_000;

/** A deployment and a browser for the tests around this call, from before the first to after the last. */
export interface Stage {
  readonly deployment: Deployment;
  readonly browser: Browser;
}

/** `settings`: what the deployment's owner sets. */
export function useStage(settings?: Record<string, string>): Stage {
  let deployment: Deployment | undefined;
  let browser: Browser | undefined;

  beforeAll(async () => {
    deployment = await Deployment.start(settings);
    browser = await openBrowser();
  }, START_LIMIT_MS);

  afterAll(async () => {
    await browser?.close();
    await deployment?.stop();
  });

  return {
    get deployment() {
      return deployment!;
    },
    get browser() {
      return browser!;
    },
  };
}
