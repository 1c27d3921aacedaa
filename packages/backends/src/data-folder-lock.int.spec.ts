import { freshFolder, killHard, removeFolder, runNode } from './backend-trial.js';
import { lockDataFolder } from './data-folder-lock.js';

const built = new URL('../dist/data-folder-lock.js', import.meta.url);
const holdIn = (folder: string) => `
  const { lockDataFolder } = await import('${built}');
  lockDataFolder(${JSON.stringify(folder)});
  console.log('held');
  setInterval(() => undefined, 1000);`;

describe('the lock on a data folder', () => {
  let folder: string;
  beforeEach(async () => (folder = await freshFolder()));
  afterEach(async () => removeFolder(folder));

  it('refuses a second holder in the same process, and admits it after the release', () => {
    const first = lockDataFolder(folder);
    expect(() => lockDataFolder(folder)).toThrow(`Precis is already running on ${folder} (process ${process.pid}).`);
    first.release();
    const second = lockDataFolder(folder);
    first.release();
    expect(() => lockDataFolder(folder)).toThrow('Stop it first or set PRECIS_DATA_DIR');
    second.release();
  });

  it('names the process that holds it, and is free immediately after that process was killed', async () => {
    const { child } = await runNode(holdIn(folder));
    expect(() => lockDataFolder(folder)).toThrow(`(process ${child.pid})`);
    await killHard(child);
    lockDataFolder(folder).release();
  });

  it('goes to exactly one of several contenders after its holder was killed', async () => {
    await killHard((await runNode(holdIn(folder))).child);
    const results = await Promise.allSettled(Array.from({ length: 4 }, () => runNode(holdIn(folder))));
    const winners = results.filter((result) => result.status === 'fulfilled');
    expect(winners).toHaveLength(1);
    await killHard(winners[0].value.child);
  });

  it('keeps locks of different names apart', () => {
    const locks = [lockDataFolder(folder, 'one'), lockDataFolder(folder, 'two')];
    locks.forEach((lock) => lock.release());
  });
});
