import { readConfig } from './config.js';
import { DEFAULT_CLIENTS } from './youtube/youtube-config.js';

const NEEDED = { DATABASE_URL: 'postgres://db', GRPC_URL: 'unix:/s', CALLER_SECRETS: 'gateway=0123456789abcdef' };

describe('the configuration of summarisation', () => {
  it('needs only database, address and callers; by default demo videos are on and the real YouTube is used', () => {
    expect(readConfig(NEEDED)).toMatchObject({
      DEMO_VIDEOS: 'on',
      YOUTUBE_BASE_URL: 'https://www.youtube.com',
      YOUTUBE_CLIENTS: DEFAULT_CLIENTS,
      YOUTUBE_PROXY_URLS: [],
      YOUTUBE_PREFERRED_LANGUAGES: ['en'],
      SUMMARY_CONCURRENCY: 4,
      QUEUE_LIMIT: 500,
      SOURCE_CONCURRENCY: 32,
      SOURCE_PER_ACCOUNT: 8,
      LOOKUPS_BURST: 300,
      LOOKUPS_PER_MINUTE: 60,
      YOUTUBE_REQUESTS_PER_SECOND: 30,
      SUMMARY_TIMEOUT_MS: 55_000,
      ENGINE_TIMEOUT_MS: 10_000,
      ENGINE_MEMORY_MB: 256,
      ENGINE_LOST_SECONDS_PER_HOUR: 60,
    });
  });

  it('limits YouTube to less than 10 s, so that a call without a network is answered within 10 s', () => {
    expect(readConfig(NEEDED).YOUTUBE_TOTAL_TIMEOUT_MS).toBeLessThan(10_000);
  });

  it('reads lists, numbers and the client table from text', () => {
    const client = { name: 'ANDROID', number: 3, version: '1', userAgent: 'x' };
    const config = readConfig({
      ...NEEDED,
      YOUTUBE_PROXY_URLS: 'http://user:secret@one:80, http://two:80',
      YOUTUBE_CALL_TIMEOUT_MS: '2000',
      YOUTUBE_PREFERRED_LANGUAGES: 'de,fr',
      YOUTUBE_CLIENTS: JSON.stringify([client]),
      DEMO_VIDEOS: 'off',
    });
    expect(config.YOUTUBE_PROXY_URLS).toEqual(['http://user:secret@one:80', 'http://two:80']);
    expect(config.YOUTUBE_CALL_TIMEOUT_MS).toBe(2_000);
    expect(config.YOUTUBE_PREFERRED_LANGUAGES).toEqual(['de', 'fr']);
    expect(config.YOUTUBE_CLIENTS).toEqual([{ ...client, device: {}, canConvict: false }]);
    expect(config.DEMO_VIDEOS).toBe('off');
  });

  it('treats an empty setting as absent where a compose file leaves it empty', () => {
    const config = readConfig({ ...NEEDED, YOUTUBE_PROXY_URLS: '', YOUTUBE_CALL_TIMEOUT_MS: '' });
    expect(config.YOUTUBE_PROXY_URLS).toEqual([]);
    expect(config.YOUTUBE_CALL_TIMEOUT_MS).toBe(3_500);
  });

  it('reports all bad settings together and shows no value', () => {
    const bad = {
      YOUTUBE_PROXY_URLS: 'user:secret@one',
      YOUTUBE_CLIENTS: '{',
      DEMO_VIDEOS: 'maybe',
      YOUTUBE_TOTAL_TIMEOUT_MS: 'soon',
    };
    const message = () => readConfig(bad);
    for (const key of ['DATABASE_URL', 'GRPC_URL', 'CALLER_SECRETS', ...Object.keys(bad)]) expect(message).toThrow(key);
    expect(message).not.toThrow('secret@one');
  });
});
