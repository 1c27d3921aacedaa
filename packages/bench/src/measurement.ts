import type { Bar, Table } from './figures.js';
import type { Stage } from './stage.js';

/** What one measurement of the bench found. */
export interface Findings {
  tables: Table[];
  bars: Bar[];
}

/** One line of the table of measurements. */
export interface Measurement {
  /** As in ONLY=name. */
  name: string;
  /** What it says, in a sentence. */
  what: string;
  run(stage: Stage): Promise<Findings>;
}
