import { writeClusterMarker } from '@precis/backends/cluster-marker';
import { mkdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { readConfig } from './config.js';
import { openDataFolder } from './data-folder.js';
import { choosePort } from './port.js';
import { loadSecrets } from './secrets.js';
import { freshFolder, removeFolder, runStandalone } from './testing/standalone-trial.js';

describe('make start refuses', () => {
  let folder: string;
  beforeEach(async () => (folder = await freshFolder()));
  afterEach(() => removeFolder(folder));

  it('in one line, without a stack, with exit code 1', async () => {
    await writeFile(join(folder, 'file'), '');
    const { ended, complaints, output } = runStandalone(join(folder, 'file'));
    expect([await ended, complaints(), output()]).toEqual([
      1,
      `Precis did not start. PRECIS_DATA_DIR ${folder}/file is not a folder, or a part of its path is not a folder.\n`,
      '',
    ]);
  });

  it('an unusable data folder, with the reason', async () => {
    await writeFile(join(folder, 'file'), '');
    await symlink(join(folder, 'nowhere/deep'), join(folder, 'link'));
    expect(() => openDataFolder(join(folder, 'file/data'))).toThrow('a part of its path is not a folder');
    expect(() => openDataFolder(join(folder, 'link'))).toThrow('is not a folder');
    expect(() => openDataFolder(join(folder, 'a'.repeat(200), 'b'.repeat(200), 'c'.repeat(200)))).toThrow(
      'up to 480 bytes are possible',
    );
    // Node's own recursive mkdir never returns for this path.
    if (process.platform === 'linux') expect(() => openDataFolder('/proc/precis/data')).toThrow('does not exist');
    expect(openDataFolder(join(folder, 'new/data'))).toBe(join(folder, 'new/data'));
  });

  it.each([
    ['PORT', 'abc'],
    ['PORT', '70000'],
    ['PORT', '-1'],
    ['PORT', '80.5'],
    ['PORT', '0x50'],
    ['PRECIS_DATA_DIR', 'a\nb'],
  ])('%s=%j', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(`${name}: expected a p`);
  });

  it('a port in use and an address of another machine', async () => {
    const server = createServer();
    const port = await new Promise<number>((resolve) =>
      server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)),
    );
    await expect(choosePort('127.0.0.1', port)).rejects.toThrow(
      `Port ${port} is in use. Stop what uses it, or choose another`,
    );
    server.close();
    await expect(choosePort('192.0.2.1', 0)).rejects.toThrow('HOST "192.0.2.1" is no address of this machine.');
  });

  it('to create new secrets for existing data', async () => {
    await mkdir(join(folder, 'postgres'));
    await writeClusterMarker(join(folder, 'postgres'), { path: 'cluster', major: '18' });
    await expect(loadSecrets(folder)).rejects.toThrow(
      'secrets.json is missing, but the data that it protects is there',
    );
  });

  it.each([
    ['{"linkSecret":"abc', 'it is not JSON'],
    ['null', 'it lacks everything'],
    ['{"linkSecret":"abcdef"}', 'it lacks keyEncryptionKey, apiKeyPepper'],
  ])('damaged secrets without revealing or replacing them: %s', async (text, reason) => {
    await writeFile(join(folder, 'secrets.json'), text);
    const refusal = await loadSecrets(folder).catch((error: Error) => error.message);
    expect(refusal).toContain(`secrets.json is damaged: ${reason}`);
    expect(refusal).not.toContain('abc');
    expect(await readFile(join(folder, 'secrets.json'), 'utf8')).toBe(text);
  });

  it('nothing at the first start, with secrets that only their owner can read and that stay', async () => {
    const secrets = await loadSecrets(folder);
    expect((await stat(join(folder, 'secrets.json'))).mode & 0o777).toBe(0o600);
    expect(await loadSecrets(folder)).toEqual(secrets);
  });
});
