import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { open, readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { endWithNode } from './end-with-node.js';
import { endBySignals, sendSignal, type Rung } from './signal-ladder.js';
import { waitUntil } from './wait-until.js';

const run = promisify(execFile);
const READY_TIMEOUT_MS = 20_000;
const HARD: Rung = { signal: 'SIGKILL', timeoutMs: 10_000 };

/** One redis-server that can be killed and started again on its port. It keeps nothing on disk. */
export class RedisProcess {
  private child?: ChildProcess;

  constructor(
    private readonly program: string[],
    private readonly folder: string,
    readonly port: number,
  ) {}

  get isRunning(): boolean {
    return this.child !== undefined && this.child.exitCode === null && this.child.signalCode === null;
  }

  /** Rejects with the end of Redis' log when it does not answer. */
  async start(): Promise<void> {
    const logFile = join(this.folder, 'redis.log');
    await using log = await open(logFile, 'a');
    const settings = ['--port', String(this.port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', this.folder];
    const words = [...this.program, ...settings];
    // Where Linux offers it, Redis dies with a test run that was killed; else it would stay for ever.
    const tied = await run('setpriv', ['--pdeathsig', 'KILL', 'true']).then(
      () => ['setpriv', '--pdeathsig', 'KILL', ...words],
      () => words,
    );
    this.child = spawn(tied[0], tied.slice(1), { stdio: ['ignore', log.fd, log.fd] });
    this.child.once('error', () => undefined);
    this.child.unref();
    endWithNode(this.child, 'SIGKILL');
    const answered = await waitUntil(async () => !this.isRunning || (await answersPing(this.port)), READY_TIMEOUT_MS);
    if (answered && this.isRunning) return;
    await this.signal('SIGKILL');
    const said = (await readFile(logFile, 'utf8')).trim().split('\n').slice(-4).join(' | ');
    throw new Error(`redis-server did not start on port ${this.port}: ${said}`);
  }

  /** Sends a signal and, when it is one that ends a process, waits for the end. */
  async signal(signal: NodeJS.Signals): Promise<void> {
    const pid = this.child?.pid;
    if (pid === undefined || !this.isRunning) return;
    const gone = () => Promise.resolve(!this.isRunning);
    if (signal === 'SIGTERM') await endBySignals([pid], [{ signal, timeoutMs: 5_000 }, HARD], gone);
    else if (signal === 'SIGKILL') await endBySignals([pid], [HARD], gone);
    else sendSignal(pid, signal);
  }
}

function answersPing(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' }, () => socket.write('PING\r\n'));
    const settle = (answered: boolean) => {
      socket.destroy();
      resolve(answered);
    };
    socket.setTimeout(1_000, () => settle(false));
    socket.once('data', (chunk) => settle(String(chunk).startsWith('+PONG')));
    socket.once('error', () => settle(false));
    socket.once('close', () => settle(false));
  });
}
