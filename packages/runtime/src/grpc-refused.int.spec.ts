import { HealthService } from '@precis/proto/grpc/health/v1/health';
import { once } from 'node:events';
import { constants, createServer, type Http2Server, type ServerHttp2Stream } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { connectRpc, type Rpc } from './grpc-client.js';

/** A gRPC message of no bytes: compression flag, length. */
const EMPTY = Buffer.alloc(5);

let server: Http2Server;
let rpc: Rpc<typeof HealthService>;
let arrived: number;
/** How many streams the server refuses before it answers, like a server whose connection has reached its age limit. */
let refusals: number;

beforeEach(async () => {
  arrived = 0;
  server = createServer().on('stream', (stream: ServerHttp2Stream) => {
    stream.on('error', () => undefined);
    if (arrived++ < refusals) return stream.close(constants.NGHTTP2_REFUSED_STREAM);
    stream.respond({ ':status': 200, 'content-type': 'application/grpc+proto' }, { waitForTrailers: true });
    stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }));
    stream.end(EMPTY);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  rpc = connectRpc(HealthService, {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    caller: 'test',
    secret: 'secret-of-the-test',
  });
});

afterEach(() => {
  rpc.close();
  server.close();
});

describe('a call that the server refused unread', () => {
  it('is repeated although it is not idempotent, when the library gave up', async () => {
    refusals = 2;
    await expect(rpc.check({ service: '' })).resolves.toBeDefined();
    expect(arrived).toBe(3);
  });

  it('is not repeated forever', async () => {
    refusals = 100;
    await expect(rpc.check({ service: '' })).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(arrived).toBeLessThan(10);
  });
});
