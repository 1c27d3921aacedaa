import { freePorts } from '@precis/engines/free-ports';
import { eventually } from '@precis/testing/eventually';
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DemoAccount } from './demo-account.js';
import { endChild, hasEnded } from './end-child.js';

const MAIN = join(import.meta.dirname, '../../../../services/standalone/dist/main.js');
const START_LIMIT_MS = 60_000;

/** The built product as a process of its own, which can be ended at any moment and started again on the same data. */
export class StandaloneProcess {
  private child?: ChildProcess;
  private output = '';

  constructor(
    readonly dataDir: string,
    readonly port: number,
  ) {}

  /** Started on a free port and a fresh folder; ended by discard(). */
  static async inFreshFolder(): Promise<StandaloneProcess> {
    const [port] = await freePorts(1);
    const fresh = new StandaloneProcess(await mkdtemp(join(tmpdir(), 'precis-e2e-')), port);
    await fresh.start().catch(async (error: unknown) => {
      await fresh.discard();
      throw error;
    });
    return fresh;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get demoFile(): string {
    return join(this.dataDir, 'demo.json');
  }

  async demo(): Promise<DemoAccount> {
    return JSON.parse(await readFile(this.demoFile, 'utf8')) as DemoAccount;
  }

  /** Settles when /readyz answers 200; answers the milliseconds until then. */
  async start(): Promise<number> {
    const startedMs = performance.now();
    // Nothing else of the test's environment: a setting of the shell must not change what is tested.
    const env = { PATH: process.env.PATH, HOME: process.env.HOME, PORT: String(this.port), PRECIS_DATA_DIR: this.dataDir };
    const child = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    this.child = child;
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (this.output = (this.output + chunk.toString()).slice(-20_000)));
    // A test run that is cut off must not leave a server behind.
    const endWithUs = () => void child.kill('SIGTERM');
    process.once('exit', endWithUs);
    child.once('exit', () => process.removeListener('exit', endWithUs));
    await eventually('the deployment is ready', () => this.isReady(child), START_LIMIT_MS).catch((error: unknown) => {
      throw new Error(`The deployment did not start:\n${this.output}`, { cause: error });
    });
    return performance.now() - startedMs;
  }

  async kill(): Promise<void> {
    await this.end('SIGKILL');
  }

  /** Answers the exit code; null when it had to be killed. */
  async stop(): Promise<number | null> {
    return this.end('SIGTERM');
  }

  async discard(): Promise<void> {
    await this.stop();
    await rm(this.dataDir, { recursive: true, force: true });
  }

  private async isReady(child: ChildProcess): Promise<boolean> {
    if (hasEnded(child)) throw new Error('it ended by itself');
    const answer = await fetch(`${this.url}/readyz`).catch(() => undefined);
    await answer?.body?.cancel();
    return answer?.status === 200;
  }

  private async end(signal: NodeJS.Signals): Promise<number | null> {
    return this.child ? endChild(this.child, signal) : null;
  }
}
