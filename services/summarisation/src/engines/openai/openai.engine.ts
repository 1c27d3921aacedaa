import { setImmediate } from 'node:timers/promises';
import { verifySentences } from '../../verification/verify-sentences.js';
import { cleaningTranscript } from '../extractive/clean-transcript.js';
import { Slicer } from '../../work/slices.js';
import {
  type CitedSentence,
  SummaryEngine,
  type SummaryInput,
  type SummaryOutput,
  type VideoSpan,
} from '../summary-engine.js';
import { ANSWER_SCHEMA } from './answer.js';
import { ForeignText } from './foreign-text.js';
import { readVideo } from './map-reduce.js';
import type { SummaryCalls } from './model-calls.js';
import { ModelFailed } from './model-failed.js';
import { PROMPT_VERSION, systemMessage, TASKS } from './prompt.js';
import { isSaidIn } from './said-title.js';
import type { StructuredOutput } from './structured-output.js';
import { blocksOf } from './transcript-blocks.js';
import { summaryOf } from './written-answer.js';
import { isWrittenIn } from './written-language.js';

/** `timeoutMs`: for one summary with all its calls. `tokensPerSummary`: input and output of all its calls. `apiKey`: must not occur in a summary. */
export interface OpenAiLimits {
  model: string;
  apiKey: string;
  contextTokens: number;
  timeoutMs: number;
  tokensPerSummary: number;
}

/**
 * Summarises with a model on an OpenAI-compatible server (SUM-9). The model's text is untrusted: each sentence must cite a moment of the video that
 * supports it, and no link, markup or word of the task may leave. Throws ModelFailed when there is no complete summary.
 */
export class OpenAiEngine extends SummaryEngine {
  readonly name = 'openai';
  readonly version: string;
  override readonly isSteerable = true;
  override readonly translates = true;

  constructor(
    private readonly output: Pick<StructuredOutput, 'ask' | 'judged' | 'isOnTrial'>,
    private readonly limits: OpenAiLimits,
  ) {
    super();
    this.version = `${PROMPT_VERSION} ${limits.model}`;
  }

  async summarise(input: SummaryInput, signal: AbortSignal): Promise<SummaryOutput> {
    const { segments, length, language, writeIn, title, focus } = input;
    // Hours of speech take milliseconds per step: between steps, other work on this event loop gets its turn.
    await setImmediate();
    const blocks = blocksOf(segments);
    await setImmediate();
    if (blocks.length === 0) throw new ModelFailed('empty');
    const timeout = AbortSignal.timeout(this.limits.timeoutMs);
    const calls: SummaryCalls = {
      signal: AbortSignal.any([signal, timeout]),
      untilMs: performance.now() + this.limits.timeoutMs,
      tokensLeft: this.limits.tokensPerSummary,
    };
    const asked = { length, language, writeIn, title, focus };
    const answer = await readVideo({ blocks, asked, contextTokens: this.limits.contextTokens }, this.output, calls);

    const videoMs = blocks.reduce((end, { endMs }) => Math.max(end, endMs), 0);
    await setImmediate();
    const lines = await new Slicer(signal).run(cleaningTranscript(segments));
    const messages = TASKS.map((task) => systemMessage({ ...asked, task, isShorter: true }, ANSWER_SCHEMA));
    // Title and prompt are not spoken, so a link in them is as foreign as any other.
    const foreign = new ForeignText(
      segments.map(({ text }) => text).join('\n'),
      [...messages, focus ?? ''],
      this.limits.apiKey,
    );
    const against = (sentences: CitedSentence[]) =>
      verifySentences(sentences, lines, language, videoMs, writeIn).filter(({ reasons }) => reasons.length > 0);
    const judge = {
      videoMs,
      // In whole seconds, as the model reads them.
      endOfBlockAt: (ms: number) =>
        blocks.findLast(({ startMs }) => Math.floor(startMs / 1_000) * 1_000 <= ms)?.endMs ?? ms,
      isForeign: (text: string) => foreign.isIn(text),
      unsupported: (sentences: CitedSentence[]) => against(sentences).map(({ sentence }) => sentence),
      // Across languages only names and numbers can be compared, not words.
      isTitleSaid: (title: string, part: VideoSpan) =>
        writeIn === undefined
          ? isSaidIn(title, part, segments, language)
          : against([{ ...part, text: title }]).length === 0,
    };
    const output = this.judged(() => {
      const own = summaryOf(answer, length, judge);
      if (writeIn !== undefined && !isWrittenIn(own.summary, writeIn, language))
        throw new ModelFailed('wrong_language');
      return own;
    });
    const focusApplied = focus !== undefined && answer.focusFound;
    return {
      ...output,
      focusApplied,
      ...(focus !== undefined && !focusApplied && { focusReason: 'not_found' as const }),
    };
  }

  private judged<T>(write: () => T): T {
    try {
      const done = write();
      this.output.judged(true);
      return done;
    } catch (error) {
      this.output.judged(false);
      throw error;
    }
  }
}
