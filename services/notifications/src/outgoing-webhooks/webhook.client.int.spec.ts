import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { MAIL_TEST_CERTIFICATE } from '../testing/mail-test-certificate.js';
import { WebhookReceiver } from '../testing/webhook-receiver.js';
import { WebhookClient } from './webhook.client.js';

const DEADLINE_MS = 400;
const open = new WebhookClient({ deadlineMs: DEADLINE_MS, allowsPrivate: true });
/** The production client, but every name resolves to what the test says. */
const guarded = (resolve: (name: string) => Promise<string[]> = async () => ['127.0.0.1']) =>
  new WebhookClient({ deadlineMs: DEADLINE_MS, allowsPrivate: false, resolve });

let receiver: WebhookReceiver;
beforeEach(async () => void (receiver = await WebhookReceiver.listen()));
afterEach(() => receiver.close());
const port = () => new URL(receiver.url).port;

describe('a webhook', () => {
  it('is posted with its headers and bytes', async () => {
    const outcome = await open.post(
      receiver.url,
      { 'webhook-id': 'msg_1', 'content-type': 'application/json' },
      '{"é":1}',
    );
    expect(outcome).toEqual({ status: 204, error: null });
    expect(receiver.received).toMatchObject([
      { id: 'msg_1', body: '{"é":1}', headers: { 'content-type': 'application/json' } },
    ]);
  });

  it.each([
    [301, 'redirect'],
    [302, 'redirect'],
    [307, 'redirect'],
    [400, 'http_400'],
    [410, 'http_410'],
    [500, 'http_500'],
  ])('that is answered with %d is not delivered: %s', async (status, error) => {
    const other = await WebhookReceiver.listen();
    receiver.answer = () => ({ status, headers: { location: other.url } });
    expect(await open.post(receiver.url, {}, '{}')).toEqual({ status, error });
    expect(other.received).toEqual([]);
    await other.close();
  });

  it('is given up at its deadline, also when only the answer never ends', async () => {
    receiver.answer = () => 'hang';
    expect(await open.post(receiver.url, {}, '{}')).toEqual({ status: null, error: 'timeout' });
  });

  it.each([
    [
      'switches protocols',
      'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
      'http_101',
    ],
    ['switches without a word of it', 'HTTP/1.1 101 Switching Protocols\r\n\r\n', 'http_101'],
    ['announces an answer for ever', 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(1_000), 'timeout'],
    ['is no HTTP', 'SSH-2.0-OpenSSH\r\n', 'connection_failed'],
  ])('ends also when the receiver %s', async (_, bytes, error) => {
    const sockets: Socket[] = [];
    const server = createServer((socket) => {
      sockets.push(socket.on('error', () => undefined));
      socket.write(bytes);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const outcome = await open.post(`http://localhost:${(server.address() as AddressInfo).port}/`, {}, '{}');
    for (const socket of sockets) socket.destroy();
    server.close();
    expect(outcome).toMatchObject({ error });
  });

  it('reads at most 4 kB of an answer, and shows none of it', async () => {
    receiver.answer = () => ({ status: 500, body: 'secret '.repeat(1_000_000) });
    expect(await open.post(receiver.url, {}, '{}')).toEqual({ status: 500, error: 'http_500' });
  });

  it('fails with our own error word when nobody listens', async () => {
    await receiver.close();
    expect(await open.post(receiver.url, {}, '{}')).toEqual({ status: null, error: 'connection_refused' });
    receiver = await WebhookReceiver.listen();
  });

  it.each([
    ['http://a.example/', 'url_not_https'],
    ['https://me@a.example/', 'url_has_credentials'],
    ['https://a.example:22/', 'url_bad_port'],
    [`https://a.example/${'ü'.repeat(1_000)}`, 'url_too_long'],
    ['a.example', 'url_not_a_url'],
  ])('is not sent to %s, which the rule does not allow, and the log says why: %s', async (url, error) => {
    expect(await guarded().post(url, {}, '{}')).toEqual({ status: null, error });
  });

  it('is not sent to a server with an invalid certificate', async () => {
    const reached: unknown[] = [];
    const server = createTlsServer(MAIL_TEST_CERTIFICATE, (request) => reached.push(request.url));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const outcome = await open.post(`https://localhost:${(server.address() as AddressInfo).port}/`, {}, '{}');
    server.close();
    expect(outcome).toEqual({ status: null, error: 'tls' });
    expect(reached).toEqual([]);
  });
});

describe('a webhook never goes to a private address (HOOK-7)', () => {
  const spellings = [
    '127.0.0.1',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '127.1',
    '0',
    '[::1]',
    '[::ffff:127.0.0.1]',
  ];
  it.each(spellings)('that is written as %s', async (host) => {
    expect(await guarded().post(`https://${host}:${port()}/`, {}, '{}')).toEqual({
      status: null,
      error: 'private_address',
    });
    expect(receiver.received).toEqual([]);
  });

  it.each(['127.0.0.1', '10.0.0.1', '169.254.169.254', '::1', '::ffff:127.0.0.1', 'fd00::1'])(
    'to which a name leads: %s',
    async (address) => {
      const outcome = await guarded(async () => [address]).post(`https://rebound.example:${port()}/`, {}, '{}');
      expect(outcome).toEqual({ status: null, error: 'private_address' });
    },
  );

  it('among public addresses', async () => {
    const outcome = await guarded(async () => ['93.184.216.34', '127.0.0.1']).post('https://both.example/', {}, '{}');
    expect(outcome).toEqual({ status: null, error: 'private_address' });
  });

  it('behind a name that first led elsewhere: each connection resolves it once and uses only the checked address', async () => {
    const answers = [['2d00::1'], ['127.0.0.1'], ['127.0.0.1']];
    let asked = 0;
    const client = guarded(async () => answers[asked++]);
    // It looks public but is not allocated, so the test reaches nobody.
    const first = await client.post(`https://rebound.example:${port()}/`, {}, '{}');
    expect(first).toMatchObject({ status: null, error: expect.not.stringContaining('private') });
    expect(asked).toBe(1);
    expect(await client.post(`https://rebound.example:${port()}/`, {}, '{}')).toMatchObject({
      error: 'private_address',
    });
    expect(asked).toBe(2);
    expect(receiver.received).toEqual([]);
  });

  it('by http either', async () => {
    expect(await guarded().post(receiver.url, {}, '{}')).toMatchObject({ error: 'url_not_https' });
    expect(receiver.received).toEqual([]);
  });

  it('when its name server is silent: the attempt ends at its deadline', async () => {
    const outcome = await guarded(() => new Promise(() => undefined)).post('https://silent.example/', {}, '{}');
    expect(outcome).toEqual({ status: null, error: 'timeout' });
  });

  it('when its name leads nowhere', async () => {
    const outcome = await guarded(() => Promise.reject(new Error('no such name'))).post(
      'https://no.example/',
      {},
      '{}',
    );
    expect(outcome).toEqual({ status: null, error: 'name_unknown' });
  });
});
