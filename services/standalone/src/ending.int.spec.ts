import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eventually } from '@precis/testing/eventually';
import { freshFolder, postgresPidFile, removeFolder, runBelowMake, runStandalone } from './testing/standalone-trial.js';

// A start takes 3 s; in parallel with other work it has taken over 30.
jest.setTimeout(180_000);

describe('the end of make start', () => {
  let dataDir: string;
  beforeAll(async () => {
    dataDir = join(await freshFolder(), 'data');
    // The first start is the long one; it is ended while it still starts.
    const { child, ended } = runStandalone(dataDir);
    await eventually('Postgres starts', () => existsSync(postgresPidFile(dataDir)), 120_000);
    child.kill('SIGINT');
    expect(await ended).toBe(0);
    await nothingLeft();
  });
  afterAll(() => removeFolder(join(dataDir, '..')));

  const nothingLeft = () => eventually('Postgres is gone', () => !existsSync(postgresPidFile(dataDir)));
  const postgresPid = async () => Number((await readFile(postgresPidFile(dataDir), 'utf8')).split('\n')[0]);
  const isGone = (pid: number) => eventually('the process is gone', () => !existsSync(`/proc/${pid}`));
  const startedOn = async () => {
    const life = runStandalone(dataDir);
    await life.url();
    return life;
  };

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'comes with exit code 0 at %s, and nothing is left running',
    async (signal) => {
      const { child, ended } = await startedOn();
      const pid = await postgresPid();
      child.kill(signal);
      expect(await ended).toBe(0);
      await isGone(pid);
      expect(existsSync(postgresPidFile(dataDir))).toBe(false);
    },
  );

  it('does not wait for open work at the second Ctrl-C, and still stops Postgres', async () => {
    const { child, ended } = await startedOn();
    const pid = await postgresPid();
    child.kill('SIGINT');
    child.kill('SIGTERM');
    expect(await ended).toBe(1);
    await isGone(pid);
  });

  it('comes without a signal, with a reason and an exit code, when Postgres is killed', async () => {
    const { ended, complaints } = await startedOn();
    process.kill(await postgresPid(), 'SIGKILL');
    expect(await ended).toBe(1);
    expect(complaints()).toBe('The database ended. Precis stops; start it again with make start.\n');
  });

  it('comes when the make that started it was killed', async () => {
    const life = runBelowMake(dataDir);
    await life.url();
    const pid = await postgresPid();
    life.child.kill('SIGKILL');
    await isGone(pid);
    // Every process that holds the output has ended as well.
    await life.ended;
  });
});
