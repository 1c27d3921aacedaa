import { DomainError } from '@precis/runtime/domain-error';
import { videoIdFromUrl } from '../videos/video-url.rule.js';
import { youTubeConfigSchema } from './youtube-config.js';
import { segmentsOf } from '../transcripts/captions.js';
import { YouTubeSource } from './youtube.source.js';

/** `npm run probe:youtube -- URL` asks the real YouTube once, so that an operator can see which clients still work. */
async function probe(input: string): Promise<number> {
  const videoId = videoIdFromUrl(input);
  if (videoId === null) {
    console.error(`Not a YouTube video URL: ${JSON.stringify(input.slice(0, 200))}`);
    return 2;
  }
  const { YOUTUBE_BASE_URL, YOUTUBE_CLIENTS, YOUTUBE_PROXY_URLS } = process.env;
  const config = youTubeConfigSchema.parse({
    baseUrl: YOUTUBE_BASE_URL,
    clients: YOUTUBE_CLIENTS,
    proxyUrls: YOUTUBE_PROXY_URLS?.split(',').filter((url) => url !== ''),
  });
  const unreachable = new Set<boolean>();
  const source = new YouTubeSource(config, {
    onAttempt: ({ client, endpoint, outcome }) => {
      unreachable.add(outcome.startsWith('unreachable'));
      console.log(`  ${client.padEnd(9)} ${endpoint.padEnd(9)} ${outcome}`);
    },
  });
  console.log(`video ${videoId} at ${config.baseUrl}, ${config.proxyUrls.length} proxies`);
  try {
    const { title, language, isGenerated, trackId, captions } = await source.transcript(
      videoId,
      [],
      AbortSignal.timeout(60_000),
    );
    console.log(
      `=> ok: ${JSON.stringify(title)}, ${language}${isGenerated ? ' (generated)' : ''}, track ${trackId}, ${segmentsOf(captions).length} segments`,
    );
    return 0;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    console.log(`=> ${error.kind}/${error.code}: ${error.publicMessage}`);
    if (!unreachable.has(false)) console.log('YouTube is UNREACHABLE from this machine: no client got any answer.');
    return 1;
  } finally {
    await source.close();
  }
}

process.exitCode = await probe(process.argv[2] ?? '');
