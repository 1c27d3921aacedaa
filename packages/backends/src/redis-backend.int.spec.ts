import { connect } from 'node:net';
import { killHard, runNode } from './backend-trial.js';
import { isAlive } from './process-table.js';
import { type RedisBackend, startRedis } from './redis-backend.js';
import { waitUntil } from './wait-until.js';

const built = new URL('../dist/redis-backend.js', import.meta.url);

/** Redis' answer to one line; rejects when the connection is cut. */
function ask(port: number, line: string, host = '127.0.0.1'): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host }, () => socket.write(`${line}\r\n`));
    socket.once('error', reject).once('data', (chunk) => {
      socket.destroy();
      resolve(String(chunk).trim());
    });
  });
}

describe('a Redis for tests', () => {
  const backends: RedisBackend[] = [];
  const start = async (host?: string) => {
    const backend = await startRedis({ environment: process.env, host });
    backends.push(backend);
    return backend;
  };
  afterEach(async () => {
    await Promise.all(backends.splice(0).map((backend) => backend.stop()));
  });

  it('runs twice in parallel, each with separate data', async () => {
    const [one, other] = await Promise.all([start(), start()]);
    expect(await ask(one.port, 'SET letter a')).toBe('+OK');
    expect(await ask(one.port, 'EXISTS letter')).toBe(':1');
    expect(await ask(other.port, 'EXISTS letter')).toBe(':0');
  });

  it('serves the given address as well as 127.0.0.1, and no other', async () => {
    const { port } = await start('127.0.0.2');
    expect(await ask(port, 'PING', '127.0.0.2')).toBe('+PONG');
    expect(await ask(port, 'PING')).toBe('+PONG');
    await expect(ask(port, 'PING', '127.0.0.3')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  it('is gone once killed, and starts again empty on the same port', async () => {
    const backend = await start();
    await ask(backend.port, 'SET letter a');
    await backend.kill();
    await expect(ask(backend.port, 'PING')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    await backend.restart();
    expect(await ask(backend.port, 'EXISTS letter')).toBe(':0');
  });

  it('ends when its Node process is killed', async () => {
    const { child, line } = await runNode(`
      const { startRedis } = await import('${built}');
      const { port } = await startRedis();
      console.log(port);
      setInterval(() => undefined, 1000);`);
    const pid = Number(/process_id:(\d+)/.exec(await ask(Number(line), 'INFO server'))![1]);
    await killHard(child);
    expect(await waitUntil(async () => !(await isAlive(pid)), 5_000)).toBe(true);
  });
});
