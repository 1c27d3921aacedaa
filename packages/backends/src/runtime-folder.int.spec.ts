import { existsSync } from 'node:fs';
import { mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freshFolder, killHard, removeFolder, runNode } from './backend-trial.js';
import { openRuntimeFolder } from './runtime-folder.js';

const built = new URL('../dist/runtime-folder.js', import.meta.url);

describe('a folder for sockets', () => {
  let parent: string;
  beforeEach(async () => (parent = await freshFolder()));
  afterEach(async () => removeFolder(parent));
  const open = () => openRuntimeFolder({ prefix: 'precis-trial', parent });
  const openElsewhere = async () => {
    const { child, line } = await runNode(`
      const { openRuntimeFolder } = await import('${built}');
      const { path } = await openRuntimeFolder({ prefix: 'precis-trial', parent: ${JSON.stringify(parent)} });
      console.log(path);
      setInterval(() => undefined, 1000);`);
    return { child, path: line };
  };

  it('is removed by the next start when its process was killed, and kept while that process lives', async () => {
    const [killed, alive, own] = [await openElsewhere(), await openElsewhere(), await open()];
    await writeFile(join(killed.path, 'a.sock'), '');
    await killHard(killed.child);
    const next = await open();
    expect([killed, alive, own, next].map(({ path }) => existsSync(path))).toEqual([false, true, true, true]);
    await killHard(alive.child);
    await Promise.all([own.remove(), next.remove()]);
    expect(existsSync(own.path)).toBe(false);
  });

  it('is accessible only to its owner', async () => {
    const { path, remove } = await open();
    expect((await stat(path)).mode & 0o777).toBe(0o700);
    await remove();
  });

  it('is not recognised by a similar name alone', async () => {
    const foreign = join(parent, 'precis-trial-abcdef');
    await mkdir(foreign);
    await (await open()).remove();
    expect(existsSync(foreign)).toBe(true);
  });

  it('leaves room for a socket below a long TMPDIR, and below one that is missing', async () => {
    const former = process.env.TMPDIR;
    const long = join(parent, 'x'.repeat(90));
    await mkdir(long);
    try {
      for (const place of [long, join(parent, 'nowhere')]) {
        process.env.TMPDIR = place;
        const { path, remove } = await openRuntimeFolder({ prefix: 'precis-trial' });
        expect(Buffer.byteLength(join(path, '.s.PGSQL.5432.lock'))).toBeLessThan(104);
        await remove();
      }
    } finally {
      if (former === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = former;
    }
  });
});
