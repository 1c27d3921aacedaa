import { lockDataFolder } from '@precis/backends/data-folder-lock';
import { freshFolder, removeFolder } from './testing/standalone-trial.js';
import { takeDataFolder } from './take-data-folder.js';

describe('taking the data folder', () => {
  let folder: string;
  beforeEach(async () => (folder = await freshFolder()));
  afterEach(() => removeFolder(folder));

  it('waits for an earlier process that is about to end', async () => {
    const former = lockDataFolder(folder);
    const taking = takeDataFolder(folder);
    setImmediate(() => former.release());
    (await taking).release();
  });

  it('gives up on a process that keeps running, and names it', async () => {
    const former = lockDataFolder(folder);
    await expect(takeDataFolder(folder, 300)).rejects.toThrow(
      `Precis is already running on ${folder} (process ${process.pid}).`,
    );
    former.release();
  });
});
