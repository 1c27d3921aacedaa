import { gzipSync, zipSync } from 'fflate';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { rolldown } from 'rolldown';
import { tarOf } from './tar.mjs';

/**
 * Builds what users install from the compiled program: one file, the tarball for npx, and the bundle for desktop apps. The same sources
 * give the same bytes on every machine: no file contains a time or a path, and the compressor is JavaScript.
 */
const here = join(import.meta.dirname, '..');
const dist = join(here, 'dist');
const target = join(dist, 'package');
const text = (name) => readFileSync(join(here, 'package', name));

const { code, licenses } = await bundled();
const program = Buffer.from(`#!/usr/bin/env node\n${code}`);
const files = {
  'package.json': text('package.json'),
  'precis-mcp.mjs': program,
  'README.md': text('README.md'),
  'LICENSES.txt': Buffer.from(licenses),
};
mkdirSync(target, { recursive: true });
keep('precis-mcp.mjs', program, 0o755);
keep('precis-mcp.tgz', Buffer.from(gzipSync(tarOf('package', files), { level: 9, mtime: 0 })));
keep('precis-mcp.mcpb', Buffer.from(desktopBundle()));

async function bundled() {
  const build = await rolldown({
    input: join(dist, 'stdio/stdio.main.js'),
    cwd: here,
    platform: 'node',
    logLevel: 'warn',
    // Otherwise a comment before each module would contain its path on this machine.
    experimental: { attachDebugInfo: 'none' },
  });
  const { output } = await build.generate({ format: 'esm', minify: true, codeSplitting: false, comments: false });
  await build.close();
  const [chunk, ...others] = output;
  if (others.length > 0) throw new Error(`one file is wanted, but there are ${output.length}`);
  return { code: chunk.code, licenses: licensesOf(Object.keys(chunk.modules)) };
}

/** The license texts of the bundled packages, which their licenses require. */
function licensesOf(modules) {
  const folders = new Set(modules.flatMap((path) => folderOf(path) ?? []));
  return [...folders]
    .map((folder) => {
      const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
      const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
      return `${name} ${version} (${license})\n\n${file ? readFileSync(join(folder, file), 'utf8').trim() : ''}\n`;
    })
    .sort()
    .join(`\n${'-'.repeat(80)}\n\n`);
}

function folderOf(module) {
  if (!module.includes('node_modules')) return undefined;
  for (let at = dirname(module); at !== dirname(at); at = dirname(at)) {
    const manifest = join(at, 'package.json');
    if (existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).version) return at;
  }
  return undefined;
}

function desktopBundle() {
  // The earliest time that ZIP can express; in local time, as ZIP has it.
  const mtime = new Date(1980, 0, 1, 0, 0, 0);
  const entry = (content) => [new Uint8Array(content), { level: 9, mtime, os: 3, attrs: 0o644 << 16 }];
  return zipSync({
    'manifest.json': entry(text('manifest.json')),
    'server/package.json': entry(files['package.json']),
    'server/precis-mcp.mjs': entry(program),
    'server/LICENSES.txt': entry(files['LICENSES.txt']),
  });
}

/** Writes nothing when the content is the same, because a watcher of the folder would see a change. */
function keep(name, content, mode = 0o644) {
  const at = join(target, name);
  if (existsSync(at) && readFileSync(at).equals(content)) return;
  writeFileSync(at, content, { mode });
  console.log(`${relative(process.cwd(), at)}: ${content.length} bytes`);
}
