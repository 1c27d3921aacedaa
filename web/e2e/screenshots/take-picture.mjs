import { join } from 'node:path';

const LIMIT_MS = 15_000;
/** Timers of this length or longer never fire, so that toasts stay and pages do not redirect. */
const LONG_TIMER_MS = 2_900;

/** Brings a page to one state at one width, and pictures it in each appearance. Returns the pictures; throws when the state is not reached. */
export async function takePictures(browser, { state, width, modes, people, url, out }) {
  const token = people.tokens[state.as ?? 'visitor'];
  const context = await browser.newContext({
    viewport: { width, height: width < 600 ? 844 : width < 1024 ? 1024 : 900 },
    colorScheme: modes[0],
    reducedMotion: 'reduce',
    isMobile: false,
  });
  context.setDefaultTimeout(LIMIT_MS);
  try {
    await context.addInitScript(holdTimers, LONG_TIMER_MS);
    if (token) await context.addInitScript((value) => localStorage.setItem('token', value), token);
    const page = await context.newPage();
    for (const route of routesOf(state, people)) await page.route(route.matches, route.answer);
    const path = typeof state.path === 'function' ? state.path(people) : state.path;
    await page.goto(url + path, { waitUntil: state.hold ? 'load' : 'networkidle' });
    await page.locator('h1, [role="status"], [role="alert"]').first().waitFor({ state: 'attached' });
    await state.prepare?.(page, people, width);
    const shown = typeof state.shows === 'function' ? state.shows(page) : page.getByText(state.shows);
    await shown.filter({ visible: true }).first().waitFor();
    await page.evaluate(() => document.fonts.ready);
    const pictures = [];
    for (const mode of modes) {
      await page.emulateMedia({ colorScheme: mode });
      await painted(page);
      const file = `${state.name}-${width}-${mode}.png`;
      await page.screenshot({ path: join(out, file), fullPage: true, animations: 'disabled', caret: 'hide' });
      pictures.push({ name: state.name, mode, width, file });
    }
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    return { pictures, overflow };
  } finally {
    await context.close();
  }
}

/** The picture of the README: the visible part of a window of this size. */
export async function takeReadmePicture(browser, { state, people, url, file }) {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    colorScheme: 'light',
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(LIMIT_MS);
  try {
    await context.addInitScript((value) => localStorage.setItem('token', value), people.tokens[state.as]);
    const page = await context.newPage();
    await page.goto(url + state.path, { waitUntil: 'networkidle' });
    await state.prepare(page, people, 1440);
    await page.getByText(state.shows).first().waitFor();
    // Waits for the toast to disappear, because it covers the header.
    await page.locator('.ant-notification-notice').waitFor({ state: 'detached' });
    await page.evaluate(() => document.fonts.ready);
    await page.screenshot({ path: file, animations: 'disabled', caret: 'hide' });
  } finally {
    await context.close();
  }
}

function routesOf({ hold, fail, answer }, people) {
  const calls = (pattern) => (url) => url.pathname.startsWith('/api/') && pattern.test(url.pathname);
  return [
    // Never answered: the page is closed before.
    hold && { matches: calls(hold), answer: () => undefined },
    fail && {
      matches: calls(fail),
      answer: (route) => route.fulfill({ status: 500, contentType: 'application/json', body: '{"success":false}' }),
    },
    answer && {
      matches: calls(answer.pattern),
      answer: async (route) => {
        const body = route.request().method() === 'GET' ? await (await route.fetch()).json() : undefined;
        await route.fulfill({ status: answer.status, json: answer.change(body, people) });
      },
    },
  ].filter(Boolean);
}

function holdTimers(longMs) {
  const set = window.setTimeout.bind(window);
  window.setTimeout = (run, ms, ...rest) => set(run, ms >= longMs ? 2 ** 31 - 1 : ms, ...rest);
}

/** Waits until the effects of a changed appearance have been painted. */
function painted(page) {
  return page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(done)))),
  );
}
