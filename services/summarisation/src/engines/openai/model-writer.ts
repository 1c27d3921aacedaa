import { LoopWriter, type SummaryOrder, type WrittenSummary } from '../../results/summary-writer.js';
import { ModelFailed } from './model-failed.js';

/** About 85,000 spoken words. What is asked of a model is put together on the event loop, which more would hold for too long. */
const MAX_CAPTION_BYTES = 1_200_000;

/** Where a model's summaries are written: on the event loop, since all the work is elsewhere. Longer captions are the next engine's, in its threads. */
export class ModelWriter extends LoopWriter {
  override write(order: SummaryOrder, signal: AbortSignal, spent?: (cpuMs: number) => void): Promise<WrittenSummary> {
    if (order.json.byteLength > MAX_CAPTION_BYTES) return Promise.reject(new ModelFailed('too_long'));
    return super.write(order, signal, spent);
  }
}
