import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Last step of the build: writes a .br and a .gz next to each text of dist/site, so that serving it costs no processor time. */
const TEXT = /\.(html|js|css|svg|json|txt|xml|map|webmanifest)$/;
/** A smaller answer is one packet anyway. */
const LEAST_BYTES = 512;
const site = join(import.meta.dirname, '../dist/site');

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
const texts = readdirSync(site, { recursive: true }).filter((path) => TEXT.test(path) && !path.startsWith('.vite/'));
await Promise.all(
  texts.map(async (path) => {
    const file = join(site, path);
    const plain = readFileSync(file);
    if (plain.length < LEAST_BYTES) return;
    // Few people read source maps, and their best compression would take most of the time.
    const quality = path.endsWith('.map') ? 5 : constants.BROTLI_MAX_QUALITY;
    writeFileSync(`${file}.br`, await brotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }));
    writeFileSync(`${file}.gz`, await zip(plain, { level: 9 }));
  }),
);
console.log(`${texts.length} texts compressed`);
