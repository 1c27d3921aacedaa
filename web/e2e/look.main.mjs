import { mkdirSync } from 'node:fs';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { existsSync } from 'node:fs';
import { extname, join } from 'node:path';
import { chromium } from 'playwright-core';

/**
 * Takes pictures of routes of the built site (web/dist/site), whose API calls go to a running deployment:
 *   node web/e2e/look.main.mjs OUT_FOLDER /dashboard /usage ...
 * API_URL: the deployment; DEMO_FILE: its demo.json (then pages are seen signed in; GUEST=1: as a visitor). WIDTHS=390,1440  MODES=light,dark
 */
const [out, ...paths] = process.argv.slice(2);
const api = process.env.API_URL ?? 'http://127.0.0.1:8090';
const site = join(import.meta.dirname, '../dist/site');
const types = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
  '.json': 'application/json',
};
mkdirSync(out, { recursive: true });

const server = createServer(async (request, response) => {
  const { pathname } = new URL(request.url, 'http://x');
  if (pathname.startsWith('/api/')) {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const headers = { ...request.headers };
    for (const name of ['host', 'connection', 'content-length']) delete headers[name];
    const answer = await fetch(api + request.url, {
      method: request.method,
      headers,
      body: chunks.length ? Buffer.concat(chunks) : undefined,
      redirect: 'manual',
    });
    response.writeHead(answer.status, {
      'content-type': answer.headers.get('content-type') ?? 'application/json',
      ...(answer.headers.get('x-session-token') && { 'x-session-token': answer.headers.get('x-session-token') }),
    });
    response.end(Buffer.from(await answer.arrayBuffer()));
    return;
  }
  const file =
    pathname === '/' ? 'index.html' : existsSync(join(site, pathname)) && extname(pathname) ? pathname : 'app.html';
  response.writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream' });
  response.end(readFileSync(join(site, file)));
}).listen(0, '127.0.0.1');
await new Promise((done) => server.once('listening', done));
const origin = `http://127.0.0.1:${server.address().port}`;

let token;
if (!process.env.GUEST) {
  const { email, password } = JSON.parse(readFileSync(process.env.DEMO_FILE ?? '/tmp/web-data/demo.json', 'utf8'));
  const login = await fetch(`${api}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  ({ token } = await login.json());
}

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
});
for (const width of (process.env.WIDTHS ?? '390,1440').split(',').map(Number)) {
  for (const mode of (process.env.MODES ?? 'light,dark').split(',')) {
    const context = await browser.newContext({
      viewport: { width, height: width < 800 ? 844 : 900 },
      colorScheme: mode,
    });
    if (token) await context.addInitScript((value) => localStorage.setItem('token', value), token);
    const page = await context.newPage();
    page.on('console', (message) => message.type() === 'error' && console.log(`console ${message.text()}`));
    page.on('pageerror', (error) => console.log(`page error ${error.message}`));
    for (const path of paths) {
      await page
        .goto(origin + path, { waitUntil: 'networkidle' })
        .catch((error) => console.log(`${path}: ${error.message}`));
      // SCRIPT: steps to a state, a module whose default export gets the page.
      if (process.env.SCRIPT) await (await import(join(process.cwd(), process.env.SCRIPT))).default(page, path);
      const name = `${path.replaceAll(/\W+/g, '-').replace(/^-|-$/g, '') || 'landing'}-${mode}-${width}.png`;
      await page.screenshot({ path: join(out, name), fullPage: true });
      console.log(join(out, name));
    }
    await context.close();
  }
}
await browser.close();
server.close();
server.closeAllConnections();
