import { createServer, type IncomingMessage, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { eventually } from '@precis/testing/eventually';
import { BodyIntake } from './body-intake.js';

const LIMIT_BYTES = 100_000;
const intake = new BodyIntake({ minBytesPerSecond: 1, windowMs: 60_000 }, 5_000_000);
const letters = (count: number) => Buffer.from(Array.from({ length: count }, (_, index) => 97 + (index % 26)));
const unread = (request: IncomingMessage) => request.readableLength;

const turn = () => new Promise((resolve) => setImmediate(resolve));

let server: Server;
let client: Socket;
let asked: Promise<IncomingMessage>;
let request: IncomingMessage;
beforeEach(async () => {
  asked = new Promise((resolve) => (server = createServer(resolve)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.setNoDelay(true);
});
afterEach(async () => {
  client.destroy();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

async function begin(field: string): Promise<void> {
  client.write(`POST / HTTP/1.1\r\nhost: x\r\n${field}\r\n\r\n`);
  request = await asked;
}

/** Sends parts of the body, each after the earlier ones have arrived, so that it is a chunk of its own. */
async function send(...parts: Buffer[]): Promise<void> {
  for (const part of parts) {
    const bytes = unread(request) + part.length;
    client.write(part);
    // Not by a timer, because a thousand parts would take seconds.
    while (unread(request) < bytes && !client.destroyed) await turn();
  }
}

const complete = () => eventually('the request is complete', () => request.complete);

describe('a body that arrived before it is asked for', () => {
  it('is taken at once, from one chunk', async () => {
    await begin('content-length: 20');
    await send(letters(20));
    await complete();
    expect(intake.arrived(request, LIMIT_BYTES)).toEqual(letters(20));
  });

  it('is taken whole, from several chunks', async () => {
    await begin('content-length: 30');
    const whole = letters(30);
    await send(whole.subarray(0, 7), whole.subarray(7, 16), whole.subarray(16));
    await complete();
    expect(intake.arrived(request, LIMIT_BYTES)).toEqual(whole);
  });

  it('of 60 kB, just below the size at which Node stops reading, is taken whole', async () => {
    await begin('content-length: 60000');
    client.write(letters(60_000));
    await complete();
    expect(intake.arrived(request, LIMIT_BYTES)).toEqual(letters(60_000));
  });

  it('is refused when it began with too many small chunks, also when a large one follows', async () => {
    await begin('content-length: 51050');
    await send(...Array.from(letters(1_050), (byte) => Buffer.from([byte])), letters(50_000));
    await complete();
    expect(() => intake.arrived(request, LIMIT_BYTES)).toThrow('too many small chunks');
  });
});

describe('a body is not taken at once, and stays unread,', () => {
  afterEach(() => {
    const bytes = unread(request);
    expect(intake.arrived(request, 50)).toBeUndefined();
    expect(unread(request)).toBe(bytes);
  });

  it('while a part of it is missing', async () => {
    await begin('content-length: 20');
    await send(letters(19));
  });

  it('when it has no declared length', async () => {
    await begin('transfer-encoding: chunked');
    client.write('3\r\nabc\r\n0\r\n\r\n');
    await complete();
  });

  it('when it is longer than its route allows', async () => {
    await begin('content-length: 51');
    await send(letters(51));
    await complete();
  });

  it('when it is empty', async () => {
    await begin('content-length: 0');
    await complete();
  });
});
