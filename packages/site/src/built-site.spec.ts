import Fastify, { type FastifyInstance } from 'fastify';
import { request, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gzipSync } from 'node:zlib';
import { BuiltSite, SITE_CSP } from './built-site.js';

const PICTURE = '<meta property="og:image" content="/og.png" />';
const PUBLIC_URL = 'https://precis.example';
const OWN_PICTURE = `<meta property="og:image" content="${PUBLIC_URL}/og.png" />`;
const APP = `${OWN_PICTURE}<p>app`;
const LANDING = expect.stringMatching(/<p>landing$/);

describe('a built site', () => {
  let root: string;
  let fastify: FastifyInstance;

  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), 'precis-site-'));
    mkdirSync(join(root, 'assets'));
    const files = {
      'index.html': `${PICTURE}<title>Landing</title><p>landing`,
      'app.html': `${PICTURE}<p>app`,
      'paths.json': JSON.stringify({ paths: ['/login'], sitemap: ['/', '/login'], files: ['favicon.svg'] }),
      'favicon.svg': '<svg/>',
      'robots.txt': 'User-agent: *',
      'llms.txt': 'Base address: {base}.',
      'assets/app-1a2b.js': 'let x = 1;',
    };
    for (const [name, text] of Object.entries(files)) {
      writeFileSync(join(root, name), text);
      writeFileSync(join(root, `${name}.br`), brotliCompressSync(text));
      writeFileSync(join(root, `${name}.gz`), gzipSync(text));
    }
    writeFileSync(join(root, '..', 'precis-site-secret.txt'), 'secret');
    fastify = Fastify();
    const site = new BuiltSite({ root, publicUrl: PUBLIC_URL });
    site.routes(fastify);
    fastify.setNotFoundHandler(
      (request, reply) => site.notFound(request, reply) ?? reply.code(404).send({ no: 'page' }),
    );
    await fastify.listen({ port: 0 });
  });

  afterAll(async () => {
    await fastify.close();
    rmSync(root, { recursive: true });
    rmSync(join(root, '..', 'precis-site-secret.txt'));
  });

  /** Sends the path unchanged: any URL parser would normalise it first. */
  const raw = (path: string) =>
    new Promise<{ status: number; headers: IncomingHttpHeaders; body: string }>((resolve, reject) => {
      const { port } = fastify.server.address() as AddressInfo;
      request({ port, path }, (answer) => {
        answer.setEncoding('utf8');
        let body = '';
        answer.on('data', (part: string) => (body += part));
        answer.on('end', () => resolve({ status: answer.statusCode!, headers: answer.headers, body }));
      })
        .on('error', reject)
        .end();
    });

  const get = (url: string, headers: Record<string, string> = {}) => fastify.inject({ method: 'GET', url, headers });

  it.each([
    ['/', LANDING],
    ['/login', APP],
    ['/login?next=%2Fusage', APP],
  ])('%s returns its document, to be revalidated each time, with the policy of pages', async (path, text) => {
    const { statusCode, body, headers } = await get(path);
    expect({ statusCode, body }).toEqual({ statusCode: 200, body: text });
    expect(headers).toMatchObject({
      'cache-control': 'no-cache',
      'content-security-policy': SITE_CSP,
      'content-type': 'text/html; charset=utf-8',
      vary: 'accept-encoding',
    });
    expect((await get(path, { 'if-none-match': headers.etag as string })).statusCode).toBe(304);
  });

  it.each(['/', '/assets/app-1a2b.js'])(
    '%s comes compressed as it was built, when the browser can read it',
    async (path) => {
      const { headers, rawPayload } = await get(path, { 'accept-encoding': 'gzip, br' });
      expect(headers['content-encoding']).toBe('br');
      expect(brotliDecompressSync(rawPayload).toString()).toBe((await get(path)).body);
      expect((await get(path, { 'accept-encoding': 'gzip' })).headers['content-encoding']).toBe('gzip');
    },
  );

  it('an encoding that a browser refuses is not sent to it', async () => {
    for (const refusal of ['gzip;q=0, br;q=0.0', 'identity', 'x-br']) {
      const { headers, body } = await get('/', { 'accept-encoding': refusal });
      expect({ refusal, encoding: headers['content-encoding'], body }).toEqual({ refusal, body: LANDING });
    }
    expect((await get('/', { 'accept-encoding': 'br;q=0, GZIP;q=0.5' })).headers['content-encoding']).toBe('gzip');
  });

  it('a browser that has the document does not get it again, also through a proxy that weakens its ETag', async () => {
    const etag = (await get('/')).headers.etag as string;
    for (const asked of [`W/${etag}`, `"older", ${etag}`, '*']) {
      expect((await get('/', { 'if-none-match': asked })).statusCode).toBe(304);
    }
    expect((await get('/', { 'if-none-match': '"older"' })).statusCode).toBe(200);
    expect((await get('/nowhere', { 'if-none-match': etag, accept: 'text/html' })).statusCode).toBe(404);
  });

  it('HEAD answers like GET, without a body', async () => {
    for (const path of ['/', '/login', '/assets/app-1a2b.js', '/robots.txt']) {
      const asked = await fastify.inject({ method: 'HEAD', url: path });
      const { headers } = await get(path);
      expect({ path, body: asked.body, status: asked.statusCode }).toEqual({ path, body: '', status: 200 });
      for (const name of ['content-length', 'content-type', 'etag', 'cache-control']) {
        expect({ path, [name]: asked.headers[name] }).toEqual({ path, [name]: headers[name] });
      }
    }
  });

  it.each([
    '//evil.example',
    '//evil.example/%2e%2e',
    '/%2f%2fevil.example',
    '/\\\\evil.example',
    '/login%2f..%2f..',
    '/assets',
    '/assets/',
    '/assets//etc/passwd',
    '/assets/%00',
    '/assets/..%2fapp.html',
    '/assets/%2e%2e/paths.json',
    '/assets/..%5c..%5cprecis-site-secret.txt',
    '/.vite/manifest.json',
  ])('%s leads nowhere and shows nothing', async (path) => {
    const answer = await raw(path);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    expect(answer.headers.location).toBeUndefined();
    expect(answer.headers['cache-control'] ?? '').not.toContain('immutable');
    expect(answer.body).not.toContain('<p>');
  });

  it('assets are cached for a year, other files are revalidated', async () => {
    expect((await get('/assets/app-1a2b.js')).headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect((await get('/favicon.svg')).headers['cache-control']).toBe('no-cache');
  });

  it('the documents name their picture, and the landing page itself, by the address of the deployment', async () => {
    const { body } = await get('/');
    expect(body).toContain(OWN_PICTURE);
    expect(body).toContain(`<link rel="canonical" href="${PUBLIC_URL}/" />`);
    expect(body).toContain(`<meta property="og:url" content="${PUBLIC_URL}/" />`);
    // The application's document is the same for all of its paths.
    expect((await get('/login')).body).not.toContain('canonical');
  });

  it('assistants find llms.txt as plain text, with the address of this deployment (API-35)', async () => {
    const llms = await get('/llms.txt');
    expect(llms.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(llms.body).toBe(`Base address: ${PUBLIC_URL}.`);
  });

  it('search engines find the sitemap by robots.txt, and in it whole addresses of this deployment', async () => {
    const robots = await get('/robots.txt');
    expect(robots.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(robots.body).toBe(`User-agent: *\n\nSitemap: ${PUBLIC_URL}/sitemap.xml\n`);
    const sitemap = await get('/sitemap.xml');
    expect(sitemap.headers).toMatchObject({
      'content-type': 'application/xml; charset=utf-8',
      'cache-control': 'no-cache',
    });
    expect([...sitemap.body.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, at]) => at)).toEqual([
      `${PUBLIC_URL}/`,
      `${PUBLIC_URL}/login`,
    ]);
  });

  it('an unknown address is a page with 404 for people, and nothing of ours for programs', async () => {
    const page = await get('/nowhere', { accept: 'text/html,*/*' });
    expect({ status: page.statusCode, body: page.body }).toEqual({ status: 404, body: APP });
    expect((await get('/nowhere')).json()).toEqual({ no: 'page' });
  });

  it('a missing asset is not answered with a page, and the answer is not kept', async () => {
    const gone = await get('/assets/app-0000.js');
    expect(gone.statusCode).toBe(404);
    expect(gone.body).not.toContain('<p>');
    expect(gone.headers['cache-control'] ?? '').not.toContain('immutable');
  });

  it.each([
    '/assets/../../precis-site-secret.txt',
    '/assets/..%2f..%2fprecis-site-secret.txt',
    '/paths.json',
    '/app.html',
  ])('%s shows no file that was not listed', async (path) => {
    const { statusCode, body } = await get(path);
    expect(statusCode).toBeGreaterThanOrEqual(400);
    expect(body).not.toContain('secret"');
    expect(body).not.toBe('secret');
  });

  it('does not start when it was not built', () => {
    expect(() => new BuiltSite({ root: join(root, 'assets'), publicUrl: PUBLIC_URL })).toThrow(/index\.html/);
  });
});
