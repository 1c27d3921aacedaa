import { once } from 'node:events';
import { Agent, createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { keptConnections, leaveConnections } from './leave-connections.js';

describe('a server whose process is to stop', () => {
  it('still answers, and ends the connection with each answer, whatever headers that has', async () => {
    const stopping = new AbortController();
    const server = createServer((_request, response) =>
      response.writeHead(200, { 'content-type': 'text/plain' }).end('x'),
    );
    leaveConnections(server, stopping.signal);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const ask = async () => {
      const asked = send({ agent, host: '127.0.0.1', port: (server.address() as AddressInfo).port }).end();
      const [answer] = await once(asked, 'response');
      await once(answer.resume(), 'close');
      return [answer.statusCode, answer.headers.connection, asked.reusedSocket];
    };
    expect(await ask()).toEqual([200, 'keep-alive', false]);
    expect(await ask()).toEqual([200, 'keep-alive', true]);
    stopping.abort();
    expect(await ask()).toEqual([200, 'close', true]);
    expect(await ask()).toEqual([200, 'close', false]);
    agent.destroy();
    server.close();
  });
});

describe('a keep-alive connection', () => {
  it('ends when it was idle for a while, but not while an answer takes longer than that', async () => {
    const idleLimitMs = 50;
    const server = createServer((_request, response) => void setTimeout(() => response.end('x'), 4 * idleLimitMs));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const agent = keptConnections(idleLimitMs);
    const { port } = server.address() as AddressInfo;
    const asked = send({ agent, host: '127.0.0.1', port, timeout: 10_000 }).end();
    const [answer] = await once(asked, 'response');
    await once(answer.resume(), 'end');
    await once(asked.socket!, 'close');
    agent.destroy();
    server.close();
  });
});
