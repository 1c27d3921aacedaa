import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** The limits of a page's scripts in kB of gzip, for everything that is requested before the page has loaded. The check fails above them. */
const LIMITS_KB = { landing: 120, dashboard: 340 };
const web = join(import.meta.dirname, '..');
const site = join(web, 'dist/site');
const manifest = JSON.parse(readFileSync(join(site, '.vite/manifest.json'), 'utf8'));

/** The files of entries that a page needs: the entries and their static imports, without what they may load later. */
function filesOf(...entries) {
  const seen = new Set();
  const visit = (key) => {
    if (seen.has(key)) return;
    if (!manifest[key]) throw new Error(`vite's manifest has no ${key}`);
    seen.add(key);
    for (const next of manifest[key].imports ?? []) visit(next);
  };
  entries.forEach(visit);
  return [...seen].map((key) => manifest[key].file).filter((file) => file.endsWith('.js'));
}

/** Scripts in a document itself, such as the one that sets the theme. */
function scriptsOf(document) {
  const html = readFileSync(join(site, document), 'utf8');
  return [...html.matchAll(/<script[^>]+src="\/([^"]+)"/g)].map(([, path]) => path);
}

const pages = {
  landing: [...filesOf('index.html'), ...scriptsOf('index.html')],
  dashboard: [...filesOf('app.html', 'src/pages/dashboard.tsx'), ...scriptsOf('app.html')],
};
let failed = false;
for (const [page, files] of Object.entries(pages)) {
  const bytes = [...new Set(files)].reduce((sum, file) => sum + gzipSync(readFileSync(join(site, file))).length, 0);
  const kb = bytes / 1000;
  console.log(`${page}: ${kb.toFixed(1)} kB of ${LIMITS_KB[page]} kB`);
  failed ||= kb > LIMITS_KB[page];
}
if (failed) throw new Error('the scripts of a page are larger than they may be');
