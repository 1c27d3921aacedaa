import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { startYouTubeSimulator, type YouTubeSimulator } from '@precis/sandbox/youtube/youtube-simulator';
import { youTubeConfigSchema } from '@precis/summarisation/youtube/youtube-config';
import { YouTubeSource } from '@precis/summarisation/youtube/youtube.source';
import { outcomeOf, patient } from './source-outcome.js';

/** A CONNECT proxy that counts the requests passing through its tunnels (they are plain text towards the simulator). */
async function startProxy(): Promise<{ server: Server; url: string; requests: string[]; close(): void }> {
  const requests: string[] = [];
  const sockets: Socket[] = [];
  const server = createServer().on('connection', (socket) => sockets.push(socket));
  server.on('connect', (request, client) => {
    const [host, port] = (request.url ?? '').split(':');
    const upstream = connect(Number(port), host, () => {
      client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      client.on('data', (bytes: Buffer) => requests.push(...(bytes.toString().match(/^(?:POST|GET) \S+/gm) ?? [])));
      upstream.pipe(client).pipe(upstream);
    });
    for (const [one, other] of [
      [upstream, client],
      [client, upstream],
    ])
      one.on('error', () => undefined).on('close', () => other.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // The sockets of tunnels are no longer the server's.
  const close = () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  return { server, close, url: `http://user:secret@127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}

describe('proxies', () => {
  let simulator: YouTubeSimulator;
  let proxies: Awaited<ReturnType<typeof startProxy>>[];
  let source: YouTubeSource;
  let nowMs = 0;
  const told: string[] = [];
  beforeEach(async () => {
    nowMs = 0;
    simulator = await startYouTubeSimulator();
    proxies = await Promise.all([startProxy(), startProxy(), startProxy()]);
    told.length = 0;
    const config = youTubeConfigSchema.parse({
      baseUrl: simulator.url,
      proxyUrls: proxies.map(({ url }) => url),
      callTimeoutMs: 2_500,
    });
    source = new YouTubeSource(config, { nowMs: () => nowMs, onAttempt: ({ outcome }) => told.push(outcome) });
  });
  afterEach(async () => {
    await source.close();
    await simulator.close();
    for (const proxy of proxies) proxy.close();
  });
  const used = (): number[] => proxies.map(({ requests }) => requests.length);

  it('asks again through another proxy when the first is blocked, and fetches the captions the same way', async () => {
    simulator.setFault('simBEES0001', 'player', '429', 1);
    expect(await outcomeOf(source.transcript('simBEES0001', [], patient()))).toBe('ok');
    expect(told).toEqual(['blocked(http_429)', 'playable(3_tracks)', 'playable(segments)']);
    expect(used()).toEqual([1, 2, 0]);
  });

  it('rests a blocked proxy for 60 s and then uses it again', async () => {
    simulator.setFault('simBEES0001', 'player', 'bot', 1);
    await source.info('simBEES0001', patient());
    expect(used()).toEqual([1, 1, 0]);
    nowMs = 59_999;
    for (let call = 0; call < 6; call += 1) await source.info('simBEES0001', patient());
    expect([used()[0], used()[1] + used()[2]]).toEqual([1, 7]);
    nowMs = 60_000;
    for (let call = 0; call < 3; call += 1) await source.info('simBEES0001', patient());
    expect(used()[0]).toBe(2);
  });

  it('tries at most two clients on two proxies each', async () => {
    expect(await outcomeOf(source.transcript('simBOT00000', [], patient()))).toBe('source_blocked');
    expect(simulator.log().map(({ client }) => client)).toEqual(['ANDROID', 'ANDROID', 'VISIONOS', 'VISIONOS']);
  });

  it('asks from another region before it believes a video is closed to ours', async () => {
    simulator.setFault('simBEES0001', 'player', 'geo', 1);
    expect(await outcomeOf(source.transcript('simBEES0001', [], patient()))).toBe('ok');
  });

  it('rests a proxy that does not answer, so that only the first of many calls meets it', async () => {
    proxies[0].server.close().closeAllConnections();
    for (let call = 0; call < 6; call += 1)
      expect(await outcomeOf(source.transcript('simBEES0001', [], patient()))).toBe('ok');
    expect(told.filter((outcome) => outcome.startsWith('unreachable'))).toEqual(['unreachable(no_connection)']);
    // one client is enough each time: a missing proxy is no reason to ask as another one
    expect(new Set(simulator.log().map(({ client }) => client))).toEqual(new Set(['ANDROID', '']));
    expect(used()[1] + used()[2]).toBe(12);
  });

  it.each([
    // met once more by the repeat of a call whose connection was lost
    ['breaks every connection', 2, (client: Socket) => void client.resetAndDestroy()],
    ['accepts connections and never says a word', 1, () => undefined],
  ])('rests a proxy that %s, so that only the first of many calls meets it', async (_, times, answer) => {
    let met = 0;
    proxies[0].server.removeAllListeners('connect').on('connect', (_request, client: Socket) => {
      met += 1;
      answer(client);
    });
    for (let call = 0; call < 6; call += 1)
      expect(await outcomeOf(source.transcript('simBEES0001', [], patient()))).toBe('ok');
    expect(met).toBe(times);
    expect(new Set(simulator.log().map(({ client }) => client))).toEqual(new Set(['ANDROID', '']));
  });

  it('rests a proxy whose captions were blocked, and asks the next client through another', async () => {
    simulator.setFault('simBEES0001', 'timedtext', 'recaptcha', 1);
    expect(await outcomeOf(source.transcript('simBEES0001', [], patient()))).toBe('ok');
    expect(simulator.log().map(({ path, client }) => client || path)).toEqual([
      'ANDROID',
      '/api/timedtext',
      'VISIONOS',
      '/api/timedtext',
    ]);
    expect(used()).toEqual([2, 2, 0]);
    for (let call = 0; call < 4; call += 1) await source.info('simBEES0001', patient());
    expect(used()[0]).toBe(2);
  });

  it('still serves when every proxy rests, through the one that has rested longest', async () => {
    simulator.setFault('simBEES0001', 'player', 'bot', 1);
    simulator.setFault('simBRIDGES1', 'player', 'bot', 2);
    expect(await outcomeOf(source.info('simBEES0001', patient()))).toBe('ok');
    nowMs = 1;
    // the two that are left are blocked in turn, and the next client takes the first again
    expect(await outcomeOf(source.info('simBRIDGES1', patient()))).toBe('ok');
    expect(used()).toEqual([2, 2, 1]);
    expect(simulator.log().map(({ client }) => client)).toEqual([
      'ANDROID',
      'ANDROID',
      'ANDROID',
      'ANDROID',
      'VISIONOS',
    ]);
  });

  it('never shows a proxy’s credentials in an error', async () => {
    await simulator.close();
    const error = await source.info('simBEES0001', patient()).catch((caught: unknown) => caught as Error);
    expect(JSON.stringify([error, (error as Error).message, String((error as Error).cause)])).not.toContain('secret');
    expect(told.length).toBeGreaterThan(0);
  });
});
