import { once } from 'node:events';
import { Agent, createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { leaveConnections } from './leave-connections.js';

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
