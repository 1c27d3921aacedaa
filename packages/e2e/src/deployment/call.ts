import { sweep } from './secrets-sweep.js';

/** The result of JSON.parse; a black-box test knows no types of the product. */
export type Json = ReturnType<typeof JSON.parse>;

/** The answer to one HTTP request. */
export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  /** The parsed body; undefined when it is not JSON. */
  body: Json;
}

/** The body, the credential and the headers of a request; all are optional. */
export interface CallOptions {
  /** Sent as JSON. */
  body?: unknown;
  /** Sent unchanged, instead of `body`. */
  raw?: string | Uint8Array<ArrayBuffer> | ReadableStream;
  /** Session token, as Authorization: Bearer. */
  token?: string;
  /** API key, as x-api-key. */
  key?: string;
  headers?: Record<string, string>;
}

const DEADLINE_MS = 60_000;

/** One HTTP exchange. JSON content type unless `headers` says otherwise. */
export async function call(baseUrl: string, method: string, path: string, options: CallOptions = {}): Promise<Answer> {
  const { body, raw, token, key, headers } = options;
  const response = await fetch(baseUrl + path, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(key === undefined ? {} : { 'x-api-key': key }),
      ...headers,
    },
    body: raw ?? (body === undefined ? undefined : JSON.stringify(body)),
    ...(raw instanceof ReadableStream ? { duplex: 'half' } : {}),
    redirect: 'manual',
    signal: AbortSignal.timeout(DEADLINE_MS),
  } as RequestInit);
  const text = await response.text();
  sweep.answered(`${method} ${path}`, response.status, response.headers, text);
  return { status: response.status, headers: response.headers, text, body: parsed(text) };
}

/** Parses the text as JSON; undefined when it is not JSON. */
export function parsed(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
