/** The values that global-setup.mjs passes to all test files of a run. */
export interface SharedStage {
  /** The address of the browser. */
  browser: string;
  /** The deployment, with the settings that `make start` gives, and its data folder. */
  deployment: { url: string; folder: string };
}

const VARIABLE = 'PRECIS_WEB_STAGE';

/** Passes the values to the workers, which inherit the environment variables of jest's first process. */
export function shareStage(stage: SharedStage): void {
  process.env[VARIABLE] = JSON.stringify(stage);
}

export function sharedStage(): SharedStage {
  return JSON.parse(process.env[VARIABLE]!) as SharedStage;
}
