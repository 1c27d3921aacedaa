import { Server, ServerCredentials, type ServiceDefinition } from '@grpc/grpc-js';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Server as NetServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectRpc, type Rpc } from './grpc-client.js';

const whole = (value: Buffer) => value;
const ECHO = {
  echo: {
    path: '/test.v1.Echo/Echo',
    requestStream: false,
    responseStream: false,
    requestSerialize: whole,
    requestDeserialize: whole,
    responseSerialize: whole,
    responseDeserialize: whole,
  },
} satisfies ServiceDefinition;

/** Forwards bytes until its open connections are silenced: they stay open, but nothing passes any more. */
class SilencingProxy {
  connections = 0;
  private readonly open = new Set<Socket>();
  private readonly server: NetServer;

  constructor(path: string, target: string) {
    this.server = createServer((downstream) => {
      this.connections++;
      const upstream = connect(target);
      for (const socket of [downstream, upstream]) this.open.add(socket.on('error', () => undefined));
      downstream.pipe(upstream).pipe(downstream);
    }).listen(path);
  }

  /** Waits for the next `listening` or `connection` event. */
  next(event: string): Promise<unknown> {
    return once(this.server, event);
  }

  silence(): void {
    for (const socket of this.open) socket.unpipe().pause();
  }

  close(): void {
    this.server.close();
    for (const socket of this.open) socket.destroy();
  }
}

let folder: string;
let server: Server;
let proxy: SilencingProxy;
let rpc: Rpc<typeof ECHO>;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rpc-'));
  server = new Server();
  server.addService(ECHO, {
    echo: ({ request }: { request: Buffer }, reply: (error: null, value: Buffer) => void) => reply(null, request),
  } as never);
  const target = join(folder, 'echo.sock');
  await new Promise<void>((resolve, reject) =>
    server.bindAsync(`unix:${target}`, ServerCredentials.createInsecure(), (error) =>
      error ? reject(error) : resolve(),
    ),
  );
  proxy = new SilencingProxy(join(folder, 'proxy.sock'), target);
  await proxy.next('listening');
  rpc = connectRpc(ECHO, {
    address: `unix:${join(folder, 'proxy.sock')}`,
    caller: 'test',
    secret: 'secret-of-the-test',
    keepalive: { timeMs: 200, timeoutMs: 300 },
  });
});

afterEach(() => {
  rpc.close();
  proxy.close();
  server.forceShutdown();
  rmSync(folder, { recursive: true });
});

describe('a connection whose other side went silent', () => {
  const ask = (deadlineMs = 300) => rpc.echo(Buffer.from('hello'), { deadlineMs });
  /** The first call opens the connection, which may take long on a busy machine. */
  const PATIENT_MS = 10_000;

  it('is replaced, so that calls are answered again, although nobody closed it', async () => {
    expect(String(await ask(PATIENT_MS))).toBe('hello');
    proxy.silence();
    await expect(ask()).rejects.toMatchObject({ kind: 'unavailable' });
    let answer: Buffer | undefined;
    // Each attempt takes until its deadline while it uses the silent connection.
    for (let tries = 0; tries < 10 && answer === undefined; tries++) answer = await ask().catch(() => undefined);
    expect(String(answer)).toBe('hello');
    expect(proxy.connections).toBe(2);
  });

  it('is noticed while no call runs', async () => {
    await ask(PATIENT_MS);
    const another = proxy.next('connection');
    proxy.silence();
    await another;
    expect(String(await ask(PATIENT_MS))).toBe('hello');
  });
});

describe('a call that its caller gives up', () => {
  it('is cancelled immediately with the reason, and one that was given up before is never sent', async () => {
    await rpc.echo(Buffer.from('hello'), { deadlineMs: 10_000 });
    proxy.silence();
    const control = new AbortController();
    const call = rpc.echo(Buffer.from('hello'), { deadlineMs: 60_000, idempotent: true, signal: control.signal });
    const reason = new Error('the client left');
    control.abort(reason);
    await expect(call).rejects.toBe(reason);
    await expect(rpc.echo(Buffer.from('hello'), { signal: control.signal })).rejects.toBe(reason);
  });
});

describe('a copy that is away', () => {
  /** The next copy of a rolling restart stops within two seconds. grpc-js adds at most a fifth to half a second. */
  const LONGEST_WAIT_MS = 600;
  /** grpc-js closes the connections of an idle client after half an hour. */
  const REST_MS = 30 * 60_000;

  it('is looked for twice a second, however long it was away', async () => {
    let arrivals = 0;
    const away = createServer((socket) => void ((arrivals += 1), socket.destroy()));
    const waits: number[] = [];
    const setTimer = globalThis.setTimeout;
    away.listen(join(folder, 'away.sock'));
    await once(away, 'listening');
    const other = connectRpc(ECHO, {
      address: `unix:${join(folder, 'away.sock')}`,
      caller: 'test',
      secret: 'secret-of-the-test',
    });
    try {
      globalThis.setTimeout = Object.assign((work: () => void, ms?: number, ...given: []) => {
        waits.push(ms ?? 0);
        return setTimer(work, ms, ...given);
      }, setTimer);
      while (arrivals < 10) await other.echo(Buffer.from('hello'), { deadlineMs: 200 }).catch(() => undefined);
      // By then the waits no longer grow.
      expect(waits.filter((ms) => ms > LONGEST_WAIT_MS && ms !== REST_MS)).toEqual([]);
      expect(waits.filter((ms) => ms >= 400).length).toBeGreaterThan(1);
    } finally {
      globalThis.setTimeout = setTimer;
      other.close();
      away.close();
    }
  });
});
