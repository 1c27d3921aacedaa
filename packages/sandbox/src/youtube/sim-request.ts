import type { IncomingMessage } from 'node:http';

/** A request in the log. `client` is Innertube's clientName, '' when none was given. */
export interface LoggedRequest {
  method: string;
  path: string;
  query: Record<string, string>;
  videoId: string;
  client: string;
  userAgent: string;
}

const BODY_LIMIT_BYTES = 1_000_000;

async function readBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= BODY_LIMIT_BYTES) chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>;
  } catch {
    return {};
  }
}

function videoIdOf(url: URL, body: Record<string, unknown>): string {
  if (typeof body.videoId === 'string') return body.videoId;
  const watched = url.searchParams.get('url');
  if (watched !== null) return URL.canParse(watched) ? (new URL(watched).searchParams.get('v') ?? '') : '';
  return url.searchParams.get('v') ?? '';
}

/** Reads a whole request: its path, its video and its client. */
export async function readRequest(
  request: IncomingMessage,
): Promise<{ url: URL; body: Record<string, unknown>; logged: LoggedRequest }> {
  const url = new URL(request.url ?? '/', `http://${request.headers.host ?? 'localhost'}`);
  const body = await readBody(request);
  const context = body.context as { client?: { clientName?: unknown } } | undefined;
  const logged = {
    method: request.method ?? 'GET',
    path: url.pathname,
    query: Object.fromEntries(url.searchParams),
    videoId: videoIdOf(url, body),
    client: String(context?.client?.clientName ?? ''),
    userAgent: request.headers['user-agent'] ?? '',
  };
  return { url, body, logged };
}
