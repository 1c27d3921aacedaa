import { ExtractiveEngine } from '../engines/extractive/extractive.engine.js';
import { SummaryEngine, type SummaryInput, type SummaryOutput } from '../engines/summary-engine.js';

/** The extractive engine with a call counter. `gate` delays its calls, `spoil` changes or fails its output. */
export class CountedEngine extends SummaryEngine {
  readonly name = 'extractive';
  calls = 0;
  gate: Promise<unknown> = Promise.resolve();
  spoil: (output: SummaryOutput) => SummaryOutput = (output) => output;
  private readonly real = new ExtractiveEngine();

  constructor(readonly version = '1') {
    super();
  }

  async summarise(input: SummaryInput, signal: AbortSignal): Promise<SummaryOutput> {
    this.calls += 1;
    await this.gate;
    return this.spoil(await this.real.summarise(input, signal));
  }
}
