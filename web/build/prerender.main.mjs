import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';

/** Runs after `vite build`: renders the landing page once into dist/site/index.html, so that it can be read before any script has run. */
const web = join(import.meta.dirname, '..');
const outDir = join(web, 'dist/prerender');
await build({
  root: web,
  logLevel: 'warn',
  build: {
    ssr: 'src/landing/prerender.tsx',
    outDir,
    emptyOutDir: true,
    manifest: false,
    rolldownOptions: { input: undefined },
  },
});
const { prerendered } = await import(pathToFileURL(join(outDir, 'prerender.js')).href);

const PLACE = '<!--prerendered-->';
const document = join(web, 'dist/site/index.html');
const html = readFileSync(document, 'utf8');
if (!html.includes(PLACE)) throw new Error(`${document} has no ${PLACE}: build the site before`);
writeFileSync(
  document,
  html.replace(PLACE, () => prerendered()),
);
rmSync(outDir, { recursive: true });
