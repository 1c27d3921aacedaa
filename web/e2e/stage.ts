import type { Browser } from 'playwright-core';
import { joinBrowser } from './browser.ts';
import { Deployment } from './deployment.ts';
import { sharedStage } from './shared-stage.ts';

const START_LIMIT_MS = 180_000;

/** A deployment and a browser for the tests of the calling file, from before the first test until after the last. */
export interface Stage {
  readonly deployment: Deployment;
  readonly browser: Browser;
}

/** The run's deployment, which other files use too. So a test registers accounts of its own, and does not change the clock or the demo account. */
export function useStage(): Stage {
  return stageOf(
    async () => Deployment.at(sharedStage().deployment),
    async () => undefined,
  );
}

/** A deployment for these tests alone. `settings`: the owner's settings. */
export function useOwnStage(settings?: Record<string, string>): Stage {
  return stageOf(
    () => Deployment.start(settings),
    (deployment) => deployment.stop(),
  );
}

/** The run's browser. Everything that a file opens in it is closed after its last test, and is not visible to other files. */
export function useBrowser(): Pick<Stage, 'browser'> {
  let browser: Browser | undefined;
  beforeAll(async () => {
    browser = await joinBrowser(sharedStage().browser);
  });
  afterAll(() => browser?.close());
  return {
    get browser() {
      return browser!;
    },
  };
}

function stageOf(enter: () => Promise<Deployment>, leave: (deployment: Deployment) => Promise<void>): Stage {
  let deployment: Deployment | undefined;
  beforeAll(async () => {
    deployment = await enter();
  }, START_LIMIT_MS);
  const guest = useBrowser();
  // Hooks after the last test run in order of registration: the windows are closed before the deployment ends.
  afterAll(() => deployment && leave(deployment));
  return {
    get deployment() {
      return deployment!;
    },
    get browser() {
      return guest.browser;
    },
  };
}
