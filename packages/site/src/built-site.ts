import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { OwnAddress } from './own-address.js';

/** A built site: documents, and files below assets/ whose names contain their hash. */
export interface Site {
  /** Its folder. */
  root: string;
  /** The address that clients use. */
  publicUrl: string;
  /** For a host that shows the site under its own rules. Default: only what our pages need. */
  contentSecurityPolicy?: string;
}

/**
 * The content security policy of the documents: our own files, and the video player. Ant Design writes its styles into the page. There is no nonce,
 * because no document is created for a single request, so inline styles, and only those, are allowed.
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

/** A year: the name of an asset changes with its content. */
const YEAR_MS = 31_536_000_000;
const ASK_AGAIN = 'no-cache';

/** paths.json of the built site. */
interface Paths {
  /** Paths of the application. */
  paths: string[];
  /** Paths that search engines should know. */
  sitemap: string[];
  /** Files next to the documents. */
  files: string[];
}

interface Document {
  etag: string;
  plain: Buffer;
  br: Buffer;
  gzip: Buffer;
}

/** Serves a built site. Browsers cache assets for a year and ask again for everything else. Files are sent in the compressed form of the build. */
export class BuiltSite {
  private readonly landing: Document;
  private readonly app: Document;
  private readonly paths: Paths;
  private readonly robots: string;
  private readonly sitemap: string;
  private readonly llms: string;
  private readonly root: string;
  private readonly policy: string;

  /** Reads the documents once; throws when the site was not built. */
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
   * `/` is index.html, and every path in paths.json is app.html; the files that it lists are next to them. robots.txt, sitemap.xml and llms.txt
   * name the address of this deployment.
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
      // Only together with the file: an asset that is missing for a moment must not be cached as missing for a year.
      const forever = { cacheControl: true, maxAge: YEAR_MS, immutable: true };
      scope.get('/assets/*', (request, reply) =>
        reply.sendFile(`assets/${(request.params as { '*': string })['*']}`, forever),
      );
      for (const file of this.paths.files) {
        scope.get(`/${file}`, (_request, reply) => reply.header('cache-control', ASK_AGAIN).sendFile(file));
      }
    });
  }

  /** The page for people at an unknown address, with 404; undefined for a client that does not ask for HTML. */
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

/** Whether the browser has the document: it may send several tags, and a proxy may have marked ours as weak. */
function isKept(asked: string | undefined, etag: string): boolean {
  return (asked ?? '').split(',').some((one) => ['*', etag].includes(one.trim().replace(/^W\//, '')));
}

/** Whether a browser accepts an encoding; `q=0` says that it does not. */
function accepts(accepted: string | string[] | undefined, encoding: string): boolean {
  return String(accepted ?? '')
    .split(',')
    .map((one) => one.split(';').map((part) => part.trim().toLowerCase()))
    .some(([name, quality = 'q=1']) => name === encoding && !/^q=0(\.0*)?$/.test(quality));
}

/** Compresses the document once here, because its text differs from the built one. */
function documentOf(html: string): Document {
  const plain = Buffer.from(html);
  const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`;
  return { etag, plain, br: brotliCompressSync(plain), gzip: gzipSync(plain, { level: 9 }) };
}
