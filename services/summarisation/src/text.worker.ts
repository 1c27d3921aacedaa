import { ExtractiveEngine } from './engines/extractive/extractive.engine.js';
import { type SummaryOrder, writtenSummary } from './results/summary-writer.js';
import { serveTasks } from '@precis/runtime/threads/thread-tasks';
import { suppliedIn, type SuppliedToRead } from './transcripts/supplied-transcript.js';
import { captionsIn, type CaptionsToRead } from './youtube/caption-formats.js';

/** Runs for text-threads.ts all work whose cost grows with the captions, which anybody may have written. */
const engine = new ExtractiveEngine();
// The pool ends the thread itself when a task takes too long.
const { signal } = new AbortController();

serveTasks({
  writeSummary: (order: SummaryOrder) => writtenSummary(engine, order, signal),
  readCaptions: (body: CaptionsToRead) => captionsIn(body),
  readSupplied: (body: SuppliedToRead) => suppliedIn(body),
});
