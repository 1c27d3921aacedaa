import { DomainError } from '@precis/runtime/domain-error';
import { youTubeConfigSchema, type YouTubeConfig } from '@precis/summarisation/youtube/youtube-config';
import { YouTubeSource } from '@precis/summarisation/youtube/youtube.source';

/** A source pointed at a simulator; its deadlines and its pace only matter to tests that set their own. */
export function sourceAt(baseUrl: string, settings: Partial<YouTubeConfig> = {}): YouTubeSource {
  return new YouTubeSource(
    youTubeConfigSchema.parse({
      baseUrl,
      callTimeoutMs: 3_000,
      totalTimeoutMs: 12_000,
      requestsPerSecond: 10_000,
      ...settings,
    }),
  );
}

/** The outcome of a call: "ok" or the error code. Any error other than a well-formed DomainError fails the test here. */
export async function outcomeOf(call: Promise<unknown>): Promise<string> {
  try {
    await call;
    return 'ok';
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const isOurs = error.code === 'source_blocked' || error.code === 'source_unavailable';
    // A refusal because of the video is 404 (VID-6), one because of YouTube is 503 with Retry-After (VID-7).
    expect(error.kind).toBe(isOurs ? 'unavailable' : 'not_found');
    expect(error.retryAfterSeconds ?? 0).toBeGreaterThanOrEqual(isOurs ? 1 : 0);
    return error.code;
  }
}

/** A signal that is never aborted. */
export function patient(): AbortSignal {
  return new AbortController().signal;
}
