import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { endWithNode } from './end-with-node.js';
import { freshFolder, removeFolder, runNode } from './backend-trial.js';
import { isAlive } from './process-table.js';
import { startPostgres } from './postgres-backend.js';
import { waitUntil } from './wait-until.js';

const built = new URL('../dist/postgres-backend.js', import.meta.url);

describe('a Postgres that nobody stopped', () => {
  let folder: string;
  beforeEach(async () => (folder = await freshFolder()));
  afterEach(async () => removeFolder(folder));

  it.each(['process.exit(1)', "Promise.reject(new Error('nobody catches this'))"])(
    'ends with its Node process at %s, and starts again',
    async (end) => {
      const { line } = await runNode(`
      const { startPostgres } = await import('${built}');
      const { pid } = await startPostgres({ dataDir: ${JSON.stringify(folder)} });
      process.stdout.write(pid + '\\n', () => ${end});
      setInterval(() => undefined, 1000);`);
      expect(await waitUntil(async () => !(await isAlive(Number(line))), 5_000)).toBe(true);
      await (await startPostgres({ dataDir: folder })).stop();
    },
  );
});

describe('many child processes', () => {
  it('share one exit listener, which is removed with the last of them', async () => {
    const before = process.listenerCount('exit');
    const children = Array.from({ length: 12 }, () =>
      spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)'], { stdio: 'ignore' }),
    );
    const closed = children.map((child) => once(child, 'close'));
    for (const child of children) endWithNode(child, 'SIGKILL');
    expect(process.listenerCount('exit')).toBe(before + 1);
    for (const child of children) child.kill('SIGKILL');
    await Promise.all(closed);
    expect(process.listenerCount('exit')).toBe(before);
  });
});
