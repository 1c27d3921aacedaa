import { connect } from 'node:net';
import { join } from 'node:path';
import { logTail } from './log-tail.js';
import { TiedProcess } from './tied-process.js';
import { waitUntil } from './wait-until.js';

const READY_TIMEOUT_MS = 20_000;
const TERM_MS = 5_000;

/** One redis-server that can be killed and started again on its port. It stores nothing on disk. */
export class RedisProcess {
  private readonly server: TiedProcess;
  private readonly logFile: string;

  constructor(
    private readonly program: string[],
    private readonly folder: string,
    readonly port: number,
    /** Listens here, as well as on 127.0.0.1. */
    private readonly host?: string,
  ) {
    this.logFile = join(folder, 'redis.log');
    this.server = new TiedProcess(this.logFile, TERM_MS);
  }

  /** Rejects with the end of Redis' log when it does not answer. */
  async start(): Promise<void> {
    const settings = [
      ...['--port', String(this.port)],
      ...['--bind', '127.0.0.1', ...(this.host ? [this.host] : [])],
      // Without a password Redis refuses every other machine, unless told otherwise.
      ...['--protected-mode', this.host ? 'no' : 'yes'],
      ...['--save', ''],
      ...['--appendonly', 'no'],
      ...['--dir', this.folder],
    ];
    await this.server.start([...this.program, ...settings]);
    const answered = await waitUntil(
      async () => !this.server.isRunning || (await answersPing(this.port)),
      READY_TIMEOUT_MS,
    );
    if (answered && this.server.isRunning) return;
    await this.signal('SIGKILL');
    throw new Error(`redis-server did not start on port ${this.port}: ${await logTail(this.logFile)}`);
  }

  /** Sends a signal; for one that ends a process, waits for the end. */
  signal(signal: NodeJS.Signals): Promise<void> {
    return this.server.signal(signal);
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
