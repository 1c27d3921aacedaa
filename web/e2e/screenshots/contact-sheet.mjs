import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The maximum height of a picture that Chromium paints, in pixels. */
const MOST_PIXELS = 16_000;
const SHEET_WIDTH = 1_800;
const MARGIN = 24;
/** The width of a picture on the sheet, by the width of the page. */
const THUMB = { 390: 200, 768: 270, 1440: 340 };
const CAPTION = 22;
/** The sheet shows only the beginning of a long page. */
const MOST_THUMB = 520;

/** Makes one sheet of all pictures of a width, in numbered parts when it is too high. Returns the files. */
export async function contactSheet(browser, { pictures, width, out }) {
  const thumb = THUMB[width] ?? 270;
  const perRow = Math.floor((SHEET_WIDTH - MARGIN) / (thumb + MARGIN));
  const rowHeight = MOST_THUMB + CAPTION + MARGIN;
  const perPart = perRow * Math.floor((MOST_PIXELS - 2 * MARGIN) / rowHeight);
  const files = [];
  const context = await browser.newContext({ viewport: { width: SHEET_WIDTH, height: 900 } });
  const page = await context.newPage();
  const isOne = pictures.length <= perPart;
  for (let first = 0; first < pictures.length; first += perPart) {
    const name = `sheet-${width}${isOne ? '' : `-${first / perPart + 1}`}`;
    const html = join(out, `${name}.html`);
    writeFileSync(html, sheet(pictures.slice(first, first + perPart), { width, thumb }));
    await page.goto(`file://${html}`, { waitUntil: 'load' });
    await page.screenshot({ path: join(out, `${name}.png`), fullPage: true });
    files.push(`${name}.png`);
  }
  await context.close();
  // Removes parts of an earlier, longer sheet.
  for (let part = isOne ? 1 : files.length + 1; part < 20; part += 1)
    for (const end of ['png', 'html']) rmSync(join(out, `sheet-${width}-${part}.${end}`), { force: true });
  return files;
}

function sheet(pictures, { width, thumb }) {
  const figures = pictures.map(
    ({ file, name, mode }) =>
      `<figure><figcaption>${name}, ${mode}</figcaption><a href="${file}"><img src="${file}" alt=""></a></figure>`,
  );
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${width} px</title>
<style>
body { margin: ${MARGIN}px; background: #777; font: 12px/18px sans-serif; display: flex; flex-wrap: wrap; gap: ${MARGIN}px; }
figure { margin: 0; width: ${thumb}px; }
figcaption { color: #fff; white-space: nowrap; overflow: hidden; text-overflow: ellipsis; height: ${CAPTION}px; }
a { display: block; max-height: ${MOST_THUMB}px; overflow: hidden; }
img { display: block; width: 100%; }
</style>${figures.join('\n')}</html>`;
}
