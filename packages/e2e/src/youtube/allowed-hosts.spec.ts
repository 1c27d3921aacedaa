import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startYouTubeSimulator, type YouTubeSimulator } from '@precis/sandbox/youtube/youtube-simulator';
import { outcomeOf, patient, sourceAt } from './source-outcome.js';

/** Represents any machine that must not be reached: counts its connections. */
async function startTrap(): Promise<{ server: Server; port: number; visits: string[] }> {
  const visits: string[] = [];
  const server = createServer((request, response) => {
    visits.push(request.url ?? '');
    response.end('{"wireMagic":"pb3","events":[{"tStartMs":0,"segs":[{"utf8":"stolen"}]}]}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, port: (server.address() as AddressInfo).port, visits };
}

describe('only allow-listed hosts are ever contacted', () => {
  let simulator: YouTubeSimulator;
  let trap: Awaited<ReturnType<typeof startTrap>>;
  beforeAll(async () => {
    simulator = await startYouTubeSimulator();
    trap = await startTrap();
  });
  beforeEach(() => simulator.reset());
  afterAll(async () => {
    await simulator.close();
    trap.server.close();
  });

  async function outcomeWith(
    endpoint: 'player' | 'timedtext',
    fault: string,
  ): Promise<{ outcome: string; attempts: string[] }> {
    const source = sourceAt(simulator.url);
    simulator.setFault('simBEES0001', endpoint, fault.replace('TRAP', `127.0.0.1:${trap.port}`));
    const outcome = await outcomeOf(source.transcript('simBEES0001', [], patient()));
    await source.close();
    return { outcome, attempts: simulator.log().map(({ path }) => path) };
  }

  it.each([
    'http://TRAP/api/timedtext?v=simBEES0001',
    'http://localhost:1/api/timedtext',
    'http://169.254.169.254/api/timedtext',
    'http://evil.example/api/timedtext',
    'https://youtube.com.evil.example/api/timedtext',
    'https://www.youtube.com/api/timedtext?v=simBEES0001',
    'file:///etc/passwd',
    'data:application/json,{"wireMagic":"pb3"}',
    '//TRAP/api/timedtext',
    'http://www.youtube.com@TRAP/api/timedtext',
  ])('never fetches captions from %s', async (address) => {
    const { outcome, attempts } = await outcomeWith('player', `hostile_url:${address}`);
    expect(outcome).toBe('source_unavailable');
    expect(trap.visits).toEqual([]);
    expect(attempts).toEqual(Array(4).fill('/youtubei/v1/player'));
  });

  it('fetches captions only from the timed-text address, even on the right host', async () => {
    const { outcome, attempts } = await outcomeWith('player', `hostile_url:${simulator.url}/__sim/log`);
    expect(outcome).toBe('source_unavailable');
    expect(attempts).toEqual(Array(4).fill('/youtubei/v1/player'));
  });

  it.each(['player', 'timedtext'] as const)('does not follow a redirect of %s to another host', async (endpoint) => {
    const { outcome } = await outcomeWith(endpoint, 'redirect:http://TRAP/api/timedtext');
    expect(outcome).toBe('source_unavailable');
    expect(trap.visits).toEqual([]);
  });

  it('reaches the trap when it is the configured host, so that the trap is known to work', async () => {
    const source = sourceAt(`http://127.0.0.1:${trap.port}`);
    expect(await outcomeOf(source.info('simBEES0001', patient()))).toBe('source_unavailable');
    await source.close();
    expect(trap.visits[0]).toBe('/youtubei/v1/player?prettyPrint=false');
    trap.visits.length = 0;
  });
});
