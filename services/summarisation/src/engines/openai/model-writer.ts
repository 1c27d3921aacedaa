import { LoopWriter, type SummaryOrder, type WrittenSummary } from '../../results/summary-writer.js';
import { ModelFailed } from './model-failed.js';

/** About 85,000 spoken words. Prompts are built on the event loop, which more text would block for too long. */
const MAX_CAPTION_BYTES = 1_200_000;

/** Runs the model's engine on the event loop, because the work is done elsewhere. Longer captions go to the next engine, in threads. */
export class ModelWriter extends LoopWriter {
  override write(order: SummaryOrder, signal: AbortSignal, spent?: (cpuMs: number) => void): Promise<WrittenSummary> {
    if (order.json.byteLength > MAX_CAPTION_BYTES) return Promise.reject(new ModelFailed('too_long'));
    return super.write(order, signal, spent);
  }
}
