import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { chromium } from 'playwright-core';
import { chromiumPath } from '../chromium-path.ts';
import { Deployment } from '../deployment.ts';
import { contactSheet } from './contact-sheet.mjs';
import { HISTORY_BEGINS, livePeople } from './people.mjs';
import { STATES } from './states.mjs';
import { takePictures, takeReadmePicture } from './take-picture.mjs';

/**
 * Takes every route in its states into OUT (screenshots), and a contact sheet per width; also renews docs/playground.png.
 * ONLY: a pattern of names of states. WIDTHS (390,768,1440) and MODES (light,dark): some of them.
 * Ends with an error that names the states that could not be reached.
 */
const root = join(import.meta.dirname, '../../..');
const out = resolve(process.env.OUT || join(root, 'screenshots'));
const widths = (process.env.WIDTHS || '390,768,1440').split(',').map(Number);
const modes = (process.env.MODES || 'light,dark').split(',');
const only = new RegExp(process.env.ONLY || '');
const README_PICTURE = join(root, 'docs/playground.png');
const README_MOST_BYTES = 300_000;
/** Pages that are open at the same time. */
const AT_ONCE = 2;

const states = STATES.filter(({ name }) => only.test(name));
const problems = unpicturedRoutes();
mkdirSync(out, { recursive: true });
const standalone = await Deployment.start({ PRECIS_CLOCK_OFFSET: `${HISTORY_BEGINS}` });
const browser = await chromium.launch({
  executablePath: chromiumPath(),
  args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--disable-background-networking'],
});
try {
  const { url } = standalone;
  const people = await livePeople(standalone);
  for (const width of widths) {
    const wanted = states.filter((state) => !state.widths || state.widths.includes(width));
    const taken = new Array(wanted.length).fill([]);
    let next = 0;
    const take = async () => {
      for (let at = next++; at < wanted.length; at = next++) {
        const state = wanted[at];
        try {
          const { pictures, overflow } = await takePictures(browser, { state, width, modes, people, url, out });
          taken[at] = pictures;
          if (overflow > 0) problems.push(`${state.name} at ${width}: ${overflow} px wider than the window`);
        } catch (error) {
          problems.push(`${state.name} at ${width}: ${error.message.split('\n').slice(0, 3).join(' ')}`);
        }
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, take));
    const pictures = taken.flat();
    const files = await contactSheet(browser, { pictures, width, out });
    console.log(`${width} px: ${pictures.length} pictures, ${files.map((file) => join(out, file)).join(', ')}`);
  }
  for (const state of states.filter(({ readme }) => readme)) {
    await takeReadmePicture(browser, { state, people, url, file: README_PICTURE });
    const { size } = statSync(README_PICTURE);
    if (size > README_MOST_BYTES)
      problems.push(`docs/playground.png has ${size} bytes, more than ${README_MOST_BYTES}`);
  }
} finally {
  await browser.close();
  await standalone.stop();
}
if (problems.length > 0) {
  console.error(`Not brought about:\n${problems.map((problem) => `- ${problem}`).join('\n')}`);
  process.exitCode = 1;
}

/** Routes without a state, when all are requested. */
function unpicturedRoutes() {
  if (process.env.ONLY) return [];
  const { paths } = JSON.parse(readFileSync(join(root, 'web/public/paths.json'), 'utf8'));
  const pictured = new Set(
    STATES.map(({ path }) => (typeof path === 'function' ? path({ paymentId: '' }) : path).split('?')[0]),
  );
  return ['/', ...paths, '/nowhere'].filter((path) => !pictured.has(path)).map((path) => `${path}: no state`);
}
