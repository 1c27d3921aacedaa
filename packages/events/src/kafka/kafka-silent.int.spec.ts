import { createLogger } from '@precis/runtime/logger';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import type { Bus } from '../bus.js';
import { openKafkaBus } from './kafka-bus.js';

const message = { topic: 'auth.user.v1', key: 'k', value: Buffer.from('v'), headers: {} };

let server: Server;
let open: Socket[];
let bus: Bus;
beforeEach(async () => {
  open = [];
  server = createServer((socket) => open.push(socket.on('error', () => undefined))).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const brokers = [`127.0.0.1:${(server.address() as AddressInfo).port}`];
  bus = await openKafkaBus({ brokers, clientId: 'tests', logger: createLogger('tests', 'silent') });
});
afterEach(() => {
  open.forEach((socket) => socket.destroy());
  server.close();
});

describe('a Kafka that accepts connections and never answers', () => {
  it('does not delay the end of a process whose consumer and producer are still connecting', async () => {
    const consumer = await bus.run('tests', [message.topic], async () => undefined);
    const publishing = bus.publish([message]).catch((error: Error) => error);
    await once(server, 'connection');
    expect(() => consumer.healthy()).not.toThrow();
    await bus.close();
    expect(await publishing).toBeInstanceOf(Error);
    // A process is killed 30 s after SIGTERM, and the services' own drain comes before that of the bus.
  }, 30_000);
});
