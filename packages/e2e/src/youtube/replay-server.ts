import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The answers of the replacement; `origin` is its own, for caption addresses. */
export interface Replayed {
  status?: number;
  body: string;
}

/** A running replacement and its received requests, as "METHOD path". */
export interface ReplayServer {
  url: string;
  seen: string[];
  close(): Promise<void>;
}

/** A replacement for YouTube that answers with given bodies: recordings, or any text of a test. */
export async function startReplay(
  answer: (path: string, origin: string, query: URLSearchParams) => Replayed,
): Promise<ReplayServer> {
  const seen: string[] = [];
  const server: Server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', `http://${request.headers.host ?? ''}`);
    seen.push(`${request.method} ${url.pathname}`);
    request.resume().on('end', () => {
      const { status = 200, body } = answer(url.pathname, url.origin, url.searchParams);
      response.writeHead(status, { 'content-type': 'application/octet-stream' }).end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
