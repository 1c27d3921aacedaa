import type { Line } from '../tools/transcript-pages.js';
import { getTranscript, pagedAnswer, type TranscriptInput } from '../tools/get-transcript.js';
import type { Scope } from '../tools/scope.js';
import { summarizeVideo, type SummarizeInput } from '../tools/summarize-video.js';
import { ApiFailed } from '../api/api-failed.js';

/** Captions as they were read on this machine. */
export interface Captions {
  videoId: string;
  title: string;
  language: string;
  durationSeconds: number | null;
  lines: (Line & { endSeconds: number })[];
}

/** Reads the captions of a video here; throws ApiFailed. Undefined for an address of a form that only the service can read. */
export type FetchCaptions = (
  url: string,
  language: string | undefined,
  signal: AbortSignal,
) => Promise<Captions | undefined>;

/** Codes for a refusal by YouTube that concerns the service, and not the video. */
const NOT_FOR_THE_SERVICE = ['source_blocked', 'source_unavailable'];

/**
 * When YouTube refuses the service, reads captions on the user's own machine and sends them along as the caller's own transcript
 * (MCP-15). The service is asked first, because a transcript that it has stored needs no request to YouTube.
 */
export class LocalCaptions {
  constructor(private readonly fetchCaptions: FetchCaptions) {}

  async summarize(input: SummarizeInput, scope: Scope) {
    return this.orHere(
      () => summarizeVideo(input, scope),
      async () => {
        scope.progress(40, 'The service cannot read this video; reading its captions here');
        const captions = await this.fetchCaptions(input.url, undefined, scope.signal);
        if (captions === undefined) return undefined;
        const { title, lines } = captions;
        const transcript = lines.map(({ startSeconds, endSeconds, text }) => ({
          start_seconds: startSeconds,
          end_seconds: endSeconds,
          text,
        }));
        return summarizeVideo(input, scope, { title, transcript });
      },
    );
  }

  async transcript(input: TranscriptInput, scope: Scope) {
    return this.orHere(
      () => getTranscript(input, scope),
      async () => {
        const captions = await this.fetchCaptions(input.url, input.language, scope.signal);
        if (captions === undefined) return undefined;
        const { videoId, title, language, durationSeconds, lines } = captions;
        const facts = { video_id: videoId, title, language, duration_seconds: durationSeconds };
        return pagedAnswer(facts, lines, input.cursor);
      },
    );
  }

  private async orHere<T>(there: () => Promise<T>, here: () => Promise<T | undefined>): Promise<T> {
    try {
      return await there();
    } catch (error) {
      if (!(error instanceof ApiFailed && NOT_FOR_THE_SERVICE.includes(error.code))) throw error;
      const made = await here();
      if (made === undefined) throw error;
      return made;
    }
  }
}
