import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { writeWebResponse } from './web-exchange.js';

/** More than the buffers of a connection hold. */
const PIECE = new Uint8Array(1_000_000);

describe('an answer that its client does not read', () => {
  it('ends with its exchange, and closes its connection', async () => {
    const server = createServer();
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const client = connect(port, '127.0.0.1').pause();
    client.on('error', () => undefined).write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
    const [, response] = (await once(server, 'request')) as [unknown, ServerResponse];
    const closed = once(response, 'close');
    const endless = new ReadableStream({ pull: (to) => to.enqueue(PIECE) });
    const over = new AbortController();
    const written = writeWebResponse(new Response(endless), response, over.signal);
    while (!response.writableNeedDrain) await new Promise(setImmediate);
    over.abort(new Error('too late'));
    await Promise.all([written, closed]);
    client.destroy();
    server.close();
  });
});
