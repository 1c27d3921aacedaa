/** What all test files of a run share, as global-setup.mjs hands it to them. */
export interface SharedStage {
  /** Where the browser is reached. */
  browser: string;
  /** The deployment, with the settings that `make start` gives, and its data folder. */
  deployment: { url: string; folder: string };
}

const VARIABLE = 'PRECIS_WEB_STAGE';

/** For the workers, which inherit the variables of jest's first process. */
export function shareStage(stage: SharedStage): void {
  process.env[VARIABLE] = JSON.stringify(stage);
}

export function sharedStage(): SharedStage {
  return JSON.parse(process.env[VARIABLE]!) as SharedStage;
}
