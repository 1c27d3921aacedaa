import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { OwnAddress } from './own-address.js';

/** A built site: documents, and files whose names carry their hash under assets/. */
export interface Site {
  /** Its folder. */
  root: string;
  /** As clients reach it. */
  publicUrl: string;
  /** For whoever shows the site from a place with rules of its own. Absent: what a page of ours needs and nothing else. */
  contentSecurityPolicy?: string;
}

/**
 * What the documents may load: our own files, and the player of videos. Ant Design writes its styles into the page, and no document here is made
 * for one request, so there is no nonce: styles alone may be inline.
 */
export const SITE_CSP = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "media-src 'self'",
  'frame-src https://www.youtube-nocookie.com',
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/** The name of an asset changes with its content. */
const YEAR_MS = 31_536_000_000;
const ASK_AGAIN = 'no-cache';

/** paths.json of the built site. */
interface Paths {
  /** Addresses of the application. */
  paths: string[];
  /** Those that search engines should know. */
  sitemap: string[];
  /** Files beside the documents. */
  files: string[];
}

interface Document {
  etag: string;
  plain: Buffer;
  br: Buffer;
  gzip: Buffer;
}

/** Serves a built site. Assets are kept by browsers for a year, all else is asked for again; files come compressed as they were built. */
export class BuiltSite {
  private readonly landing: Document;
  private readonly app: Document;
  private readonly paths: Paths;
  private readonly robots: string;
  private readonly sitemap: string;
  private readonly llms: string;
  private readonly root: string;
  private readonly policy: string;

  /** Reads the documents once: a site that was not built fails here. */
  constructor({ root, publicUrl, contentSecurityPolicy = SITE_CSP }: Site) {
    this.root = root;
    this.policy = contentSecurityPolicy;
    const read = (name: string) => readFileSync(join(root, name), 'utf8');
    const own = new OwnAddress(publicUrl);
    this.landing = documentOf(own.canonical(own.inDocument(read('index.html')), '/'));
    this.app = documentOf(own.inDocument(read('app.html')));
    this.paths = JSON.parse(read('paths.json')) as Paths;
    this.robots = own.robots(read('robots.txt'));
    this.sitemap = own.sitemap(this.paths.sitemap);
    this.llms = own.llms(read('llms.txt'));
  }

  /**
   * `/` is index.html, every path that paths.json lists is app.html; the files that it lists are beside them. robots.txt, sitemap.xml and
   * llms.txt name the address of this deployment.
   */
  routes(fastify: FastifyInstance): void {
    fastify.get('/', (request, reply) => this.send(request, reply, this.landing));
    for (const path of this.paths.paths) fastify.get(path, (request, reply) => this.send(request, reply, this.app));
    const text = (path: string, type: string, content: string) =>
      fastify.get(path, (_request, reply) =>
        reply.headers({ 'cache-control': ASK_AGAIN, 'content-type': `${type}; charset=utf-8` }).send(content),
      );
    text('/robots.txt', 'text/plain', this.robots);
    text('/llms.txt', 'text/plain', this.llms);
    text('/sitemap.xml', 'application/xml', this.sitemap);
    void fastify.register(async (scope) => {
      await scope.register(fastifyStatic, { root: this.root, serve: false, preCompressed: true, cacheControl: false });
      // Only with the file: an asset that is missing for a moment must not be missing for a year.
      const forever = { cacheControl: true, maxAge: YEAR_MS, immutable: true };
      scope.get('/assets/*', (request, reply) =>
        reply.sendFile(`assets/${(request.params as { '*': string })['*']}`, forever),
      );
      for (const file of this.paths.files) {
        scope.get(`/${file}`, (_request, reply) => reply.header('cache-control', ASK_AGAIN).sendFile(file));
      }
    });
  }

  /** The page for people who came to an address that does not exist, with 404; undefined for whoever asks for no page. */
  notFound(request: FastifyRequest, reply: FastifyReply): FastifyReply | undefined {
    const wantsPage = request.method === 'GET' && String(request.headers.accept ?? '').includes('text/html');
    return wantsPage ? this.send(request, reply.code(404), this.app) : undefined;
  }

  private send(request: FastifyRequest, reply: FastifyReply, document: Document): FastifyReply {
    void reply.headers({
      'content-security-policy': this.policy,
      'cache-control': ASK_AGAIN,
      'content-type': 'text/html; charset=utf-8',
      vary: 'accept-encoding',
      etag: document.etag,
    });
    if (reply.statusCode === 200 && isKept(request.headers['if-none-match'], document.etag))
      return reply.code(304).send();
    for (const name of ['br', 'gzip'] as const) {
      if (accepts(request.headers['accept-encoding'], name)) {
        return reply.header('content-encoding', name).send(document[name]);
      }
    }
    return reply.send(document.plain);
  }
}

/** Whether a browser has the document: it may name several of its own, and a proxy may have marked ours as weak. */
function isKept(asked: string | undefined, etag: string): boolean {
  return (asked ?? '').split(',').some((one) => ['*', etag].includes(one.trim().replace(/^W\//, '')));
}

/** Whether a browser can read an encoding; `q=0` says that it cannot. */
function accepts(accepted: string | string[] | undefined, encoding: string): boolean {
  return String(accepted ?? '')
    .split(',')
    .map((one) => one.split(';').map((part) => part.trim().toLowerCase()))
    .some(([name, quality = 'q=1']) => name === encoding && !/^q=0(\.0*)?$/.test(quality));
}

/** Compressed here, once: its text is not the one that was built. */
function documentOf(html: string): Document {
  const plain = Buffer.from(html);
  const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`;
  return { etag, plain, br: brotliCompressSync(plain), gzip: gzipSync(plain, { level: 9 }) };
}
