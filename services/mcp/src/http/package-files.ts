import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';
import { serverJson } from './server-json.js';

/** Where `make build` puts the package. The relative path is the same from the sources and from the compiled files. */
const FOLDER = new URL('../../dist/package/', import.meta.url);
const TYPES = { 'precis-mcp.tgz': 'application/gzip', 'precis-mcp.mcpb': 'application/zip' };
type FileName = keyof typeof TYPES;

interface Served {
  content: Buffer;
  type: string;
  etag: string;
}

/**
 * The package as npm installs it from an address, the bundle for desktop apps, and `server.json`, which names both with their hashes
 * (MCP-12). The server computes each hash from the file that it serves, so the hash cannot be that of another build.
 */
export class PackageFiles {
  private readonly files: Map<string, Served>;

  /** Reads the files once, and fails if the package was not built. */
  constructor(publicUrl: string) {
    const contents = Object.entries(TYPES).map(([name, type]) => ({
      name: name as FileName,
      type,
      content: readFileSync(fileURLToPath(new URL(name, FOLDER))),
    }));
    const hashOf = (name: FileName) => sha256(contents.find((file) => file.name === name)!.content);
    const manifest = serverJson(publicUrl, { tgz: hashOf('precis-mcp.tgz'), mcpb: hashOf('precis-mcp.mcpb') });
    this.files = new Map(
      [
        ...contents,
        {
          name: 'server.json',
          type: 'application/json; charset=utf-8',
          content: Buffer.from(JSON.stringify(manifest, null, 2)),
        },
      ].map(({ name, type, content }) => [`/mcp/${name}`, { content, type, etag: `"${sha256(content)}"` }]),
    );
  }

  /** Answers the request if there is such a file, and returns whether there is. */
  answer(path: string, request: IncomingMessage, response: ServerResponse): boolean {
    const file = this.files.get(path);
    if (!file) return false;
    request.resume();
    const { content, type, etag } = file;
    // The next release serves its package at the same address.
    const headers = {
      etag,
      'cache-control': 'public, max-age=300, must-revalidate',
      'x-content-type-options': 'nosniff',
    };
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { allow: 'GET, HEAD' }).end();
    } else if (isKept(request.headers['if-none-match'], etag)) {
      response.writeHead(304, headers).end();
    } else {
      response.writeHead(200, { ...headers, 'content-type': type, 'content-length': content.length });
      response.end(request.method === 'HEAD' ? undefined : content);
    }
    return true;
  }
}

function isKept(asked: string | undefined, etag: string): boolean {
  return (asked ?? '').split(',').some((one) => ['*', etag].includes(one.trim().replace(/^W\//, '')));
}

function sha256(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}
