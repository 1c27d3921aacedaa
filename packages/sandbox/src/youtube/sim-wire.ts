import { setTimeout as pause } from 'node:timers/promises';
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CONSENT_PAGE, PLAIN_PAGE, RECAPTCHA_PAGE } from './sim-pages.js';

/** An answer before it is sent. */
export interface SimReply {
  status: number;
  type: string;
  body: string;
  headers?: Record<string, string>;
  /** Milliseconds to wait before sending. */
  delayMs?: number;
}

type WireFault = (response: ServerResponse, reply: SimReply, argument: string, cookie: string) => void | Promise<void>;

const HTML = 'text/html; charset=utf-8';
const OVERSIZE_BYTES = 25_000_000;
const PIECE = Buffer.alloc(250_000, 'x');

/** Sends the complete answer. */
export async function sendReply(response: ServerResponse, reply: SimReply): Promise<void> {
  if (reply.delayMs !== undefined) await pause(reply.delayMs, undefined, { ref: false });
  if (response.destroyed) return;
  response.writeHead(reply.status, {
    'content-type': reply.type,
    'content-length': Buffer.byteLength(reply.body),
    ...reply.headers,
  });
  response.end(reply.body);
}

function instead(reply: SimReply): WireFault {
  return (response) => sendReply(response, reply);
}

function* oversizeBody(): Generator<Buffer> {
  yield Buffer.from('{"playabilityStatus":{"status":"OK"},"padding":"');
  for (let sent = 0; sent < OVERSIZE_BYTES; sent += PIECE.length) yield PIECE;
  yield Buffer.from('"}');
}

/** Faults of the transport of an answer. */
export const WIRE_FAULTS: Record<string, WireFault> = {
  '429': instead({ status: 429, type: HTML, body: RECAPTCHA_PAGE, headers: { 'retry-after': '120' } }),
  '500': instead({ status: 500, type: HTML, body: PLAIN_PAGE }),
  recaptcha: instead({ status: 200, type: HTML, body: RECAPTCHA_PAGE }),
  html_instead: instead({ status: 200, type: HTML, body: PLAIN_PAGE }),
  empty200: instead({ status: 200, type: HTML, body: '' }),
  empty_json3: instead({
    status: 200,
    type: 'application/json',
    body: '{"wireMagic":"pb3","pens":[{}],"wsWinStyles":[{}],"wpWinPositions":[{}],"events":[]}',
  }),
  expired: instead({ status: 403, type: HTML, body: '' }),
  consent: (response, reply, _, cookie) => {
    if (/SOCS=|CONSENT=YES/.test(cookie)) return sendReply(response, reply);
    if (reply.type.startsWith('text/html')) return sendReply(response, { status: 200, type: HTML, body: CONSENT_PAGE });
    const location = 'https://consent.youtube.com/m?continue=https%3A%2F%2Fwww.youtube.com%2F';
    return sendReply(response, { status: 302, type: HTML, body: '', headers: { location } });
  },
  redirect: (response, _, argument) =>
    sendReply(response, { status: 302, type: HTML, body: '', headers: { location: argument } }),
  slow: (response, reply, argument) => sendReply(response, { ...reply, delayMs: Number(argument) }),
  malformed: (response, reply) => sendReply(response, { ...reply, body: reply.body.slice(0, reply.body.length / 2) }),
  truncated: (response, reply) => {
    response.writeHead(reply.status, { 'content-type': reply.type, 'content-length': Buffer.byteLength(reply.body) });
    response.write(reply.body.slice(0, reply.body.length / 2), () => response.socket?.end());
  },
  reset: (response) => void response.socket?.resetAndDestroy(),
  oversize: (response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    // Sent until the client hangs up, in pieces, so that the simulator itself needs little memory.
    return pipeline(Readable.from(oversizeBody()), response).catch(() => undefined);
  },
};
