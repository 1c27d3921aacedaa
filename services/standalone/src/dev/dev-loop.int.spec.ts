import { eventually } from '@precis/testing/eventually';
import { BUILT_ASIDE, RepositoryCopy } from '@precis/testing/structure/repository-copy';
import { ROOT } from '@precis/testing/structure/repository-files';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

jest.setTimeout(300_000);

/** The goal of 3 s holds for an idle machine; the measured time is printed. */
const RESTART_LIMIT_MS = 30_000;
const PATIENCE_MS = 120_000;

describe('make dev', () => {
  let copy: RepositoryCopy;
  let dev: ChildProcess;
  let output = '';
  let announcement: string;

  beforeAll(async () => {
    copy = new RepositoryCopy();
    copy.linkWorkspaces();
    announcement = join(copy.folder, 'services/standalone/src/announcement.ts');
    await copy.node(['node_modules/ts7/bin/tsc', '-b']);
    for (const built of BUILT_ASIDE) symlinkSync(join(ROOT, built), join(copy.folder, built));
    dev = spawn(process.execPath, ['services/standalone/dist/dev/dev.main.js'], {
      cwd: copy.folder,
      env: { PATH: process.env.PATH, PORT: '0', INSPECT_PORT: '0', PRECIS_DATA_DIR: join(copy.folder, '.data') },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [dev.stdout!, dev.stderr!]) stream.on('data', (chunk) => (output += String(chunk)));
    await eventually('the first start', () => output.includes('s after the change'), PATIENCE_MS);
  });
  afterAll(async () => {
    dev?.kill('SIGKILL');
    copy?.remove();
  });

  const addresses = () => [...output.matchAll(/(?:ready|here again): (http\S+)/g)].map(([, url]) => url);
  const edit = (from: string, to: string) =>
    writeFileSync(
      announcement,
      readFileSync(announcement, 'utf8').replace(from, () => to),
    );

  it('starts the changed program, and the debugger of the new process waits', async () => {
    const startedMs = performance.now();
    const debuggers = output.split('Debugger listening').length;
    edit('Precis is ready', 'Precis is here again');
    await eventually('the change', () => output.includes('Precis is here again'), RESTART_LIMIT_MS);
    console.info(
      `make dev: the changed program was ready ${((performance.now() - startedMs) / 1_000).toFixed(1)} s later`,
    );
    await eventually('the debugger', () => output.split('Debugger listening').length > debuggers, PATIENCE_MS);
    expect((await fetch(`${addresses().at(-1)}/healthz`)).status).toBe(200);
  });

  it('keeps the old program running while the build has errors, and continues with the next change', async () => {
    edit('Precis is here again', '${nobodyDeclaredThis} Precis');
    await eventually('the error', () => output.includes('continues to run'), PATIENCE_MS);
    expect(output).toContain('nobodyDeclaredThis');
    const [url] = addresses().slice(-1);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    edit('${nobodyDeclaredThis} Precis', 'Precis is here again');
    await eventually('the mended program', () => addresses().at(-1) !== url, PATIENCE_MS);
  });

  it('stops everything that it started', async () => {
    const [url] = addresses().slice(-1);
    const ended = once(dev, 'exit');
    dev.kill('SIGINT');
    expect((await ended)[0]).toBe(0);
    await expect(fetch(`${url}/healthz`)).rejects.toThrow();
  });
});
