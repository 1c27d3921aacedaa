import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { FIXED_FAULTS } from '@precis/sandbox/youtube/sim-faults';
import { startYouTubeSimulator, type YouTubeSimulator } from '@precis/sandbox/youtube/youtube-simulator';
import { youTubeConfigSchema, type YouTubeConfig } from '@precis/summarisation/youtube/youtube-config';
import { YouTubeSource } from '@precis/summarisation/youtube/youtube.source';
import { outcomeOf, patient } from './source-outcome.js';

const PATIENT = { callTimeoutMs: 5_000, totalTimeoutMs: 20_000 };

describe('the transport to YouTube', () => {
  let simulator: YouTubeSimulator;
  beforeAll(async () => {
    simulator = await startYouTubeSimulator();
  });
  beforeEach(() => simulator.reset());
  afterAll(() => simulator.close());

  async function attemptsOf(
    videoId: string,
    settings: Partial<YouTubeConfig>,
  ): Promise<{ code: string; told: string[] }> {
    const told: string[] = [];
    const config = youTubeConfigSchema.parse({ baseUrl: simulator.url, ...settings });
    const source = new YouTubeSource(config, {
      onAttempt: ({ client, endpoint, outcome }) => told.push(`${client} ${endpoint} ${outcome}`),
    });
    const code = await outcomeOf(source.transcript(videoId, [], patient()));
    await source.close();
    return { code, told };
  }

  it.each([
    ['slow:5000', 'unreachable(timeout)'],
    ['oversize', 'failed(too_large)'],
    ['truncated', 'failed(cut_off)'],
    ['reset', 'failed(reset)'],
    ['500', 'failed(http_500)'],
    ['429', 'blocked(http_429)'],
    ['empty200', 'blocked(empty_body)'],
    ['recaptcha', 'blocked(web_page)'],
    ['consent', 'blocked(redirect_to_wall)'],
    ['redirect:http://evil.example/', 'failed(redirect)'],
    ['malformed', 'failed(malformed)'],
  ])('classifies %s of the player as %s', async (fault, outcome) => {
    const videoId = FIXED_FAULTS.find((row) => row.fault === fault && row.endpoint === 'player')?.videoId ?? '';
    const { told } = await attemptsOf(videoId, fault.startsWith('slow') ? { callTimeoutMs: 200 } : PATIENT);
    expect(told[0]).toBe(`ANDROID player ${outcome}`);
  });

  it('gives up within the total deadline when YouTube never answers', async () => {
    const { code, told } = await attemptsOf('simSLOW000P', { callTimeoutMs: 4_000, totalTimeoutMs: 600 });
    expect(code).toBe('source_unavailable');
    // No call reached its own time limit.
    expect(told).toEqual([]);
  });

  it('gives up by default within 10 s, in two calls of 3.5 s', async () => {
    const { callTimeoutMs, totalTimeoutMs } = youTubeConfigSchema.parse({ baseUrl: simulator.url });
    expect([callTimeoutMs, totalTimeoutMs]).toEqual([3_500, 9_000]);
    const { code, told } = await attemptsOf('simSLOW000P', { callTimeoutMs: 350, totalTimeoutMs: 60_000 });
    expect(code).toBe('source_unavailable');
    expect(told).toEqual(['ANDROID player unreachable(timeout)', 'VISIONOS player unreachable(timeout)']);
  });

  it('reports source_unavailable immediately when nothing listens', async () => {
    const probe = createServer();
    await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
    const { port } = probe.address() as AddressInfo;
    await new Promise((resolve) => probe.close(resolve));
    const { code, told } = await attemptsOf('simBEES0001', { ...PATIENT, baseUrl: `http://127.0.0.1:${port}` });
    expect(code).toBe('source_unavailable');
    expect(told).toEqual(['ANDROID player unreachable(no_connection)', 'VISIONOS player unreachable(no_connection)']);
  });

  it.each(['reset', '500', 'truncated'])(
    'repeats a call once after %s, and then serves the transcript',
    async (fault) => {
      simulator.setFault('simBEES0001', 'player', fault, 1);
      simulator.setFault('simBEES0001', 'timedtext', fault, 1);
      const { code, told } = await attemptsOf('simBEES0001', PATIENT);
      expect([code, told]).toEqual([
        'ok',
        ['ANDROID player playable(3_tracks)', 'ANDROID captions playable(segments)'],
      ]);
      expect(simulator.log()).toHaveLength(4);
    },
  );

  it('stops after two blocked clients instead of trying more', async () => {
    const { told } = await attemptsOf('simBOT00000', PATIENT);
    expect(told).toHaveLength(2);
  });

  it('turns to the next client when one is gated, however many are', async () => {
    const { code, told } = await attemptsOf('simPOTALL00', PATIENT);
    expect(code).toBe('source_blocked');
    expect(told.filter((line) => line.includes('gated'))).toHaveLength(4);
    expect(simulator.log().filter(({ path }) => path === '/api/timedtext')).toEqual([]);
  });
});
