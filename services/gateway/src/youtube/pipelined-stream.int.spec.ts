import { Result } from '@precis/proto/summarisation/v1/summarisation';
import { eventually } from '@precis/testing/eventually';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { GatewayWorld } from '../testing/gateway-world.js';
import { storedResult } from '../testing/stored-result.js';
import { answerEach } from '../testing/usage-answers.js';

const RESULT: Result = storedResult({ resultRef: 'ref-1' });

let world: GatewayWorld;
let applied: string[];
let finish: PromiseWithResolvers<void>;
beforeEach(async () => {
  [applied, finish] = [[], Promise.withResolvers()];
  world = await GatewayWorld.start({
    usage: {
      apply: answerEach(({ name }) => {
        if (name !== 'peek') applied.push(name);
        return {};
      }),
    },
    summarisation: {
      resolve: ({ url }: { url: string }) => ({
        videoId: 'precisDemo1',
        stored: url.endsWith('precisDemo2') ? RESULT : undefined,
      }),
      summarise: () => finish.promise.then(() => ({ result: RESULT })),
    },
  });
}, 30_000);
afterEach(() => world.close());

/** A slow plain call, followed on the same connection by calls for events, whose summary is stored. */
function behind(streams: number): string {
  return ['application/json', ...Array.from({ length: streams }, () => 'text/event-stream')]
    .map((accept, nr) => {
      const body = JSON.stringify({ url: `https://youtu.be/precisDemo${Math.min(nr, 1) + 1}` });
      const head = `POST /api/youtube/summarize HTTP/1.1\r\nhost: x\r\nx-api-key: prc_ann\r\naccept: ${accept}\r\n`;
      return `${head}content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
    })
    .join('');
}
async function open(streams = 1) {
  const client = connect(world.gateway.port, '127.0.0.1');
  await once(client, 'connect');
  client.write(behind(streams));
  await eventually('the first is at work', () => applied.includes('reserve'));
  return client;
}

describe('a stream that waits for another answer on its connection (SUM-16)', () => {
  it('is not charged before it can be sent, nor when its client leaves before that', async () => {
    const client = await open();
    // A later call on another connection takes the same path. When it is answered, the waiting stream would have been charged too.
    const later = { url: 'https://youtu.be/precisDemo2' };
    expect((await world.call('POST', '/api/youtube/summarize', { body: later, key: 'prc_ann' })).status).toBe(200);
    client.destroy();
    finish.resolve();
    await eventually('the first is settled', () => applied.includes('charge') || applied.includes('release'));
    // A stopped gateway has settled all its calls, so no further operation can follow.
    await world.gateway.close();
    const count = (name: string) => applied.filter((one) => one === name).length;
    expect(count('reserveAndCharge') - count('refund')).toBe(1);
  });

  it('causes no warning of a leak, and leaves no listener on the connection', async () => {
    const sockets = new Set<Socket>();
    const note = (message: unknown) => sockets.add((message as { socket: Socket }).socket);
    subscribe('http.server.request.start', note);
    const client = await open(20);
    const [socket] = sockets;
    await eventually('all wait', () => socket.listenerCount('close') >= 20);
    const [listen, mayListen] = [socket.listenerCount('close'), socket.getMaxListeners()];
    client.destroy();
    finish.resolve();
    unsubscribe('http.server.request.start', note);
    // With more listeners Node logs a warning of a leak.
    expect(listen).toBeLessThanOrEqual(mayListen);
    await eventually('all have left', () => socket.listenerCount('close') <= listen - 20);
    expect(socket.getMaxListeners()).toBe(10);
  });

  it('is sent after the other answer, charged once, and logs no warning of a leak', async () => {
    const warnings: string[] = [];
    const note = ({ message }: Error) => void warnings.push(message);
    process.on('warning', note);
    const client = await open();
    let text = '';
    client.on('data', (chunk) => (text += String(chunk)));
    finish.resolve();
    await eventually('both answers', () => text.includes('event: done'));
    expect(text.indexOf('application/json')).toBeLessThan(text.indexOf('event: sentence'));
    expect(applied).toEqual(['reserve', 'charge', 'reserveAndCharge']);
    process.off('warning', note);
    expect(warnings).toEqual([]);
    client.destroy();
  });
});
