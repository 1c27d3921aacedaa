import type { Chapter } from '../engines/summary-engine.js';
import { captionsOf } from '../transcripts/captions.js';
import { transcriptRefused } from '../youtube/youtube.errors.js';
import { type Transcript, TranscriptSource, type VideoInfo } from '../transcripts/transcript.source.js';

/** A source whose answers a test sets: every id has captions unless `failure` says otherwise. */
export class ScriptedSource extends TranscriptSource {
  calls: string[] = [];
  gate: Promise<unknown> = Promise.resolve();
  failure: Error | undefined;
  title = 'A walk';
  text = TEXT;
  hasCaptions = true;
  /** Language of the captions; the video is spoken in English. */
  languages = ['en'];
  durationMs: number | undefined = 60_400;
  chapters: Chapter[] = [];

  async info(videoId: string, signal: AbortSignal): Promise<VideoInfo> {
    await this.answer(`info ${videoId}`, signal);
    const tracks = this.hasCaptions ? [{ code: 'en', name: 'English', isGenerated: false, vssId: '.en' }] : [];
    return { videoId, title: this.title, durationSeconds: 60, tracks };
  }

  async transcript(videoId: string, languages: string[], signal: AbortSignal): Promise<Transcript> {
    await this.answer(['transcript', videoId, ...languages].join(' '), signal);
    const [language = 'en'] = languages;
    if (!this.languages.includes(language)) throw transcriptRefused('language_unavailable', this.languages);
    const segments = this.text.split('\n').map((text, at) => ({ startMs: at * 4_000, durationMs: 4_000, text }));
    return {
      videoId,
      title: this.title,
      language,
      isGenerated: false,
      trackId: '.en',
      durationMs: this.durationMs,
      chapters: this.chapters,
      captions: captionsOf(segments, language, false),
    };
  }

  private async answer(call: string, signal: AbortSignal): Promise<void> {
    this.calls.push(call);
    const late = new Promise<never>((_, reject) =>
      signal.addEventListener('abort', () => reject(this.failure ?? signal.reason), { once: true }),
    );
    await Promise.race([this.gate, late]);
    if (this.failure) throw this.failure;
  }
}

const TEXT = `The old mill stands beside the river at the end of the village.
Its wheel was built by two brothers more than three hundred years ago.
Water from the river turns the wheel whenever the sluice is opened.
The wheel turns two heavy stones, and the stones grind the grain.
Every autumn the farmers of the village bring their grain to the mill.
The miller keeps a tenth of the flour as his pay for the work.
When the river froze in a hard winter, the village had no bread.
So the brothers dug a deep channel that never freezes.
Today the mill is a museum, and the wheel still turns on Sundays.
Children may open the sluice and watch the stones grind the grain.`;
