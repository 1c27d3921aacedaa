import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { differencesFrom } from './checksum-list.js';
import { freshFolder, removeFolder } from './backend-trial.js';

const line = (name: string) => `${createHash('sha256').update(name).digest('hex')}  ${name}\n`;

describe('comparing a folder with its list of checksums', () => {
  let folder: string;
  beforeEach(async () => (folder = await freshFolder()));
  afterEach(async () => removeFolder(folder));

  it('finds a missing, a foreign and a changed file, and nothing in a complete folder', async () => {
    const list = line('a.jar') + line('b.jar') + line('c.jar');
    for (const name of ['a.jar', 'b.jar', 'c.jar']) await writeFile(join(folder, name), name);
    expect(await differencesFrom(list, folder)).toEqual([]);
    await writeFile(join(folder, 'b.jar'), 'changed');
    await writeFile(join(folder, 'd.jar'), 'd.jar');
    expect(await differencesFrom(list + line('e.jar'), folder)).toEqual(['b.jar', 'd.jar', 'e.jar']);
    expect(await differencesFrom(list, join(folder, 'nowhere'))).toEqual(['a.jar', 'b.jar', 'c.jar']);
  });
});
