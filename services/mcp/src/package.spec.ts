import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { VERSION } from './version.js';

const WORKSPACE = join(import.meta.dirname, '..');
const FILES = ['precis-mcp.mjs', 'precis-mcp.tgz', 'precis-mcp.mcpb'];
const text = (path: string) => readFileSync(join(WORKSPACE, path), 'utf8');

interface Manifest {
  name: string;
  version: string;
  bin?: object;
  dependencies?: object;
  tools?: { name: string }[];
}
const json = (path: string) => JSON.parse(text(path)) as Manifest;

describe('the package', () => {
  let folder: string;
  beforeAll(async () => (folder = await mkdtemp(join(tmpdir(), 'precis-package-'))));
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('has one version, and lists the same tools in the bundle as the server does', () => {
    const versions = ['package.json', 'package/package.json', 'package/manifest.json'].map(
      (path) => json(path).version,
    );
    expect(versions).toEqual([VERSION, VERSION, VERSION]);
    const registered = [...text('src/create-server.ts').matchAll(/registerTool\(\s*'(\w+)'/g)].map(([, name]) => name);
    expect(json('package/manifest.json').tools!.map(({ name }) => name)).toEqual(registered);
  });

  it('is byte-identical when it is built again in another folder (MCP-12)', async () => {
    const [here, there] = [WORKSPACE, join(folder, 'elsewhere/mcp')];
    for (const part of ['build', 'package', 'package.json', 'dist'])
      await cp(join(here, part), join(there, part), { recursive: true });
    await rm(join(there, 'dist/package'), { recursive: true });
    await symlink(join(WORKSPACE, '../../node_modules'), join(folder, 'node_modules'));
    execFileSync(process.execPath, [join(there, 'build/build-package.main.mjs')], { stdio: 'pipe' });
    for (const name of FILES)
      expect(
        readFileSync(join(there, 'dist/package', name)).equals(readFileSync(join(here, 'dist/package', name))),
      ).toBe(true);
  }, 60_000);

  it('contains a program, its manifest, its texts and the licenses of all bundled packages', async () => {
    execFileSync('tar', ['-xzf', join(WORKSPACE, 'dist/package/precis-mcp.tgz'), '-C', folder]);
    const manifest = JSON.parse(readFileSync(join(folder, 'package/package.json'), 'utf8')) as Manifest;
    expect([manifest.name, manifest.bin, manifest.dependencies]).toEqual([
      '@precis/mcp',
      { 'precis-mcp': 'precis-mcp.mjs' },
      undefined,
    ]);
    const program = readFileSync(join(folder, 'package/precis-mcp.mjs'), 'utf8');
    expect(program.startsWith('#!/usr/bin/env node\n')).toBe(true);
    expect(program).not.toContain(process.cwd());
    const licenses = readFileSync(join(folder, 'package/LICENSES.txt'), 'utf8');
    for (const name of ['@modelcontextprotocol/server', 'zod']) expect(licenses).toContain(`${name} `);
    const told = execFileSync(process.execPath, [join(folder, 'package/precis-mcp.mjs'), '--version'], {
      encoding: 'utf8',
    });
    expect(told.trim()).toBe(VERSION);
  });
});
