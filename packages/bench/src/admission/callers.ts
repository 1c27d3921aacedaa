import { connect, type Socket } from 'node:net';

/** One call, in the form that every caller sends. */
export interface BenchCall {
  url: string;
  headers: Record<string, string>;
  body: string;
}

/** The results of a round of calls. */
export interface Round {
  /** Calls with an answer, including refusals. */
  calls: number;
  /** Calls that were answered with 503 `busy`, because more came than could be handled. */
  refused: number;
  seconds: number;
  /** Latency of each call in milliseconds, sorted. */
  latenciesMs: number[];
}

/** More than any rate here needs. Further calls wait, and their wait counts. */
const OPEN_LOOP_CONNECTIONS = 128;
const TICK_MS = 1;

/** Keeps `connections` connections busy: each sends its next call as soon as it has an answer. */
export async function saturate(calls: BenchCall[], connections: number, seconds: number): Promise<Round> {
  const bytes = calls.map(bytesOf);
  const lanes = Array.from({ length: connections }, (_, index) => new Lane(calls[index % calls.length].url));
  const latenciesMs: number[] = [];
  let refused = 0;
  const beganMs = performance.now();
  const goOn = async (lane: Lane, index: number) => {
    // A lane stays with the host of its first call. Calls of the round to other hosts have their own lanes.
    const own = bytes.filter((_, at) => new URL(calls[at].url).host === lane.host);
    for (let next = index; performance.now() - beganMs < seconds * 1_000; next += connections) {
      const askedMs = performance.now();
      if (isRefused(await lane.send(own[next % own.length]), lane.host)) refused++;
      latenciesMs.push(performance.now() - askedMs);
    }
  };
  await Promise.all(lanes.map(goOn)).finally(() => lanes.forEach((lane) => lane.close()));
  return roundOf(latenciesMs, beganMs, refused);
}

/** Sends `perSecond` calls a second, even when earlier ones have no answer yet. A latency counts from the time at which the call was due. */
export async function keepRate(calls: BenchCall[], perSecond: number, seconds: number): Promise<Round> {
  const bytes = calls.map(bytesOf);
  const idle = Array.from({ length: OPEN_LOOP_CONNECTIONS }, () => new Lane(calls[0].url));
  const lanes = [...idle];
  const waiting: number[] = [];
  const latenciesMs: number[] = [];
  let refused = 0;
  const all = Math.round(perSecond * seconds);
  const beganMs = performance.now();
  let due = 0;
  await new Promise<void>((resolve, reject) => {
    const begin = (nr: number, lane: Lane) => {
      const answered = (status: number) => {
        if (isRefused(status, lane.host)) refused++;
        latenciesMs.push(performance.now() - beganMs - (nr / perSecond) * 1_000);
        const next = waiting.shift();
        if (next === undefined) idle.push(lane);
        else begin(next, lane);
        if (latenciesMs.length === all) resolve();
      };
      lane
        .send(bytes[nr % bytes.length])
        .then(answered)
        .catch(reject);
    };
    const timer = setInterval(() => {
      const nowDue = Math.min(all, ((performance.now() - beganMs) / 1_000) * perSecond);
      for (; due < nowDue; due++) {
        const lane = idle.pop();
        if (lane) begin(due, lane);
        else waiting.push(due);
      }
      if (due >= all) clearInterval(timer);
    }, TICK_MS);
  }).finally(() => lanes.forEach((lane) => lane.close()));
  return roundOf(latenciesMs, beganMs, refused);
}

/** Sends one call and returns its status. */
export async function ask(call: BenchCall): Promise<number> {
  const lane = new Lane(call.url);
  return lane.send(bytesOf(call)).finally(() => lane.close());
}

/** Throws for any outcome other than an answer or `busy`, which means that the benchmark is wrong. */
function isRefused(status: number, host: string): boolean {
  if (status !== 200 && status !== 503) throw new Error(`${host} answered ${status}`);
  return status === 503;
}

function roundOf(latenciesMs: number[], beganMs: number, refused: number): Round {
  const seconds = (performance.now() - beganMs) / 1_000;
  return { calls: latenciesMs.length, refused, seconds, latenciesMs: latenciesMs.sort((one, other) => one - other) };
}

function bytesOf({ url, headers, body }: BenchCall): Buffer {
  const { host, pathname } = new URL(url);
  const all = { host, 'content-length': String(Buffer.byteLength(body)), ...headers };
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`POST ${pathname} HTTP/1.1\r\n${head.join('')}\r\n${body}`);
}

/**
 * One connection with at most one call in progress. It reads only the status and the length of an answer: the driver shares two cores with what it
 * measures, so the additional work of node:http would reduce the measured capacity.
 */
class Lane {
  readonly host: string;
  private readonly socket: Socket;
  private received: Buffer = Buffer.alloc(0);
  private settle?: { resolve: (status: number) => void; reject: (error: Error) => void };

  constructor(url: string) {
    const { hostname, port, host } = new URL(url);
    this.host = host;
    this.socket = connect({ port: Number(port), host: hostname, noDelay: true });
    this.socket.on('data', (chunk: Buffer) => this.read(chunk));
    this.socket.on('error', (error) => this.fail(error));
    this.socket.on('close', () => this.fail(new Error(`${this.host} closed the connection`)));
  }

  send(bytes: Buffer): Promise<number> {
    return new Promise((resolve, reject) => {
      if (this.socket.destroyed) return reject(new Error(`${this.host} closed the connection`));
      this.settle = { resolve, reject };
      this.socket.write(bytes);
    });
  }

  close(): void {
    this.socket.destroy();
  }

  private read(chunk: Buffer): void {
    this.received = this.received.length === 0 ? chunk : Buffer.concat([this.received, chunk]);
    const headEnd = this.received.indexOf('\r\n\r\n');
    if (headEnd < 0) return;
    const head = this.received.toString('latin1', 0, headEnd);
    const length = /content-length: (\d+)/i.exec(head);
    if (!length) return this.fail(new Error(`${this.host} sent no content-length`));
    if (this.received.length < headEnd + 4 + Number(length[1])) return;
    this.received = Buffer.alloc(0);
    const { settle } = this;
    this.settle = undefined;
    settle?.resolve(Number(head.slice(9, 12)));
  }

  private fail(error: Error): void {
    this.settle?.reject(error);
    this.settle = undefined;
  }
}
