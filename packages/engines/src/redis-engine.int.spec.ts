import { connect } from 'node:net';
import { killHard, runNode } from './engine-trial.js';
import { isAlive } from './process-table.js';
import { type RedisEngine, startRedis } from './redis-engine.js';
import { waitUntil } from './wait-until.js';

const built = new URL('../dist/redis-engine.js', import.meta.url);

/** Redis' answer to one line; a cut connection rejects. */
function ask(port: number, line: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1' }, () => socket.write(`${line}\r\n`));
    socket.once('error', reject).once('data', (chunk) => {
      socket.destroy();
      resolve(String(chunk).trim());
    });
  });
}

describe('a Redis for tests', () => {
  const engines: RedisEngine[] = [];
  const start = async () => {
    const engine = await startRedis({ environment: process.env });
    engines.push(engine);
    return engine;
  };
  afterEach(async () => {
    await Promise.all(engines.splice(0).map((engine) => engine.stop()));
  });

  it('runs twice side by side, each with data of its own', async () => {
    const [one, other] = await Promise.all([start(), start()]);
    expect(await ask(one.port, 'SET letter a')).toBe('+OK');
    expect(await ask(one.port, 'EXISTS letter')).toBe(':1');
    expect(await ask(other.port, 'EXISTS letter')).toBe(':0');
  });

  it('is gone once killed, and comes back empty on the same port', async () => {
    const engine = await start();
    await ask(engine.port, 'SET letter a');
    await engine.kill();
    await expect(ask(engine.port, 'PING')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    await engine.restart();
    expect(await ask(engine.port, 'EXISTS letter')).toBe(':0');
  });

  it('ends with a Node process that was killed', async () => {
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
