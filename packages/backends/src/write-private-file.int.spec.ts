import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freshFolder, removeFolder } from './backend-trial.js';
import { writePrivateFile } from './write-private-file.js';

describe('a private file', () => {
  let folder: string;
  beforeEach(async () => (folder = await freshFolder()));
  afterEach(async () => removeFolder(folder));

  it('can be read only by its owner, also after it replaced one that everybody could read', async () => {
    const path = join(folder, 'a.json');
    await writeFile(path, 'former', { mode: 0o644 });
    await writeFile(`${path}.new`, 'the rest of a killed write, and longer', { mode: 0o644 });
    await writePrivateFile(path, 'new');
    expect(await readFile(path, 'utf8')).toBe('new');
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });
});
