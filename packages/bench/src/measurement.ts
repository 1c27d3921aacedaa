import type { Bar, Table } from './figures.js';
import type { Stage } from './stage.js';

/** The results of one measurement. */
export interface Findings {
  tables: Table[];
  bars: Bar[];
}

/** One entry in the table of measurements. */
export interface Measurement {
  /** Its name in ONLY=name. */
  name: string;
  /** A sentence that says what it measures. */
  what: string;
  run(stage: Stage): Promise<Findings>;
}
