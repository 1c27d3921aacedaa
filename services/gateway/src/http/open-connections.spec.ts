import { EventEmitter } from 'node:events';
import type { Server } from 'node:http';
import { OpenConnections } from './open-connections.js';
import { TrustedProxies } from '@precis/runtime/trusted-proxies';

class Connection extends EventEmitter {
  isReset = false;

  constructor(readonly remoteAddress: string | undefined) {
    super();
  }

  resetAndDestroy(): void {
    this.isReset = true;
    this.emit('close');
  }
}

const LIMITS = { perAddress: 3, networkFactor: 2, loopbackFactor: 10 };

let server: EventEmitter;
let refused: number;

beforeEach(() => {
  [server, refused] = [new EventEmitter(), 0];
  new OpenConnections(LIMITS, new TrustedProxies('10.0.0.0/8'), () => refused++).watch(server as Server);
});

function connect(address: string | undefined, count = 1): Connection[] {
  return Array.from({ length: count }, () => {
    const connection = new Connection(address);
    server.emit('connection', connection);
    return connection;
  });
}
const staying = (connections: Connection[]) => connections.filter(({ isReset }) => !isReset).length;

describe('open connections', () => {
  it('of one address are limited: excess ones are reset, and other addresses are not affected', () => {
    expect(staying(connect('203.0.113.7', 10))).toBe(3);
    expect(staying(connect('203.0.113.8', 3))).toBe(3);
    expect(refused).toBe(7);
  });

  it('free their place exactly once when they end', () => {
    const [first] = connect('203.0.113.7', 10);
    first.emit('close');
    expect(staying(connect('203.0.113.7', 5))).toBe(1);
  });

  it('of a /64 count together, and all those of a /48 have a limit of their own', () => {
    expect(
      staying(
        ['2001:db8:1:1::1', '2001:db8:1:1::2', '2001:db8:1:1::3', '2001:db8:1:1::4'].flatMap((address) =>
          connect(address),
        ),
      ),
    ).toBe(3);
    const hosts = Array.from({ length: 20 }, (_, network) => `2001:db8:2:${network.toString(16)}::1`);
    expect(staying(hosts.flatMap((address) => connect(address)))).toBe(6);
    expect(staying(connect('2001:db8:3::1'))).toBe(1);
  });

  it('from loopback may be ten times as many, and from a trusted proxy any number', () => {
    expect(staying(connect('127.0.0.1', 100))).toBe(30);
    expect(staying(connect('::ffff:10.1.2.3', 100))).toBe(100);
  });

  it('that were closed before the check are not counted', () => {
    expect(staying(connect(undefined, 10))).toBe(10);
  });
});
