import { eventually } from '@precis/testing/eventually';
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { endChild, hasEnded } from './end-child.js';

const SERVICES = join(import.meta.dirname, '../../../../services');
const START_LIMIT_MS = 60_000;

/** One copy of a service as its built main.js runs it, which can be ended at any moment and started again in its place. */
export class ServiceProcess {
  private child?: ChildProcess;
  private output = '';

  constructor(
    readonly service: string,
    readonly opsPort: number,
    private readonly settings: Record<string, string>,
  ) {}

  /** /healthz, /readyz and /metrics are below it. */
  get opsUrl(): string {
    return `http://127.0.0.1:${this.opsPort}`;
  }

  get pid(): number | undefined {
    return this.child?.pid;
  }

  /** What it wrote, the newest 20,000 characters. */
  get log(): string {
    return this.output;
  }

  /** Settles when its /readyz answers 200. */
  async start(): Promise<void> {
    // Nothing else of the test's environment: a setting of the shell must not change what is tested.
    const env = { PATH: process.env.PATH, HOME: process.env.HOME, OPS_PORT: String(this.opsPort), ...this.settings };
    const child = spawn(process.execPath, [join(SERVICES, this.service, 'dist/main.js')], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    this.child = child;
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (this.output = (this.output + chunk.toString()).slice(-20_000)));
    // A test run that is cut off must not leave a service behind.
    const endWithUs = () => void child.kill('SIGKILL');
    process.once('exit', endWithUs);
    child.once('exit', () => process.removeListener('exit', endWithUs));
    await eventually(`${this.service} is ready`, () => this.isReady(), START_LIMIT_MS).catch((error: unknown) => {
      throw new Error(`${this.service} did not start:\n${this.output}`, { cause: error });
    });
  }

  /** SIGTERM. Answers the exit code; null when it had to be killed. */
  async stop(): Promise<number | null> {
    return this.child ? endChild(this.child, 'SIGTERM') : null;
  }

  async kill(): Promise<void> {
    if (this.child) await endChild(this.child, 'SIGKILL');
  }

  /** For signals that do not end it: SIGSTOP and SIGCONT. */
  signal(signal: NodeJS.Signals): void {
    this.child?.kill(signal);
  }

  private async isReady(): Promise<boolean> {
    if (!this.child || hasEnded(this.child)) throw new Error('it ended by itself');
    const answer = await fetch(`${this.opsUrl}/readyz`).catch(() => undefined);
    await answer?.body?.cancel();
    return answer?.status === 200;
  }
}
