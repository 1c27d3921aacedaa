import { freePorts } from '@precis/backends/free-ports';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ChildProgram } from './child-program.js';
import type { DemoAccount } from './demo-account.js';
import { sweep } from './secrets-sweep.js';

const MAIN = join(import.meta.dirname, '../../../../services/standalone/dist/main.js');

/** The built product as a process of its own, which can be ended at any moment and started again on the same data. */
export class StandaloneProcess {
  private readonly program = new ChildProgram('the deployment', MAIN, 'SIGTERM');

  constructor(
    readonly dataDir: string,
    readonly port: number,
    /** Settings beside the usual ones. */
    private readonly settings: Record<string, string> = {},
  ) {}

  /** Started on a free port and a fresh folder; ended by discard(). */
  static async inFreshFolder(settings: Record<string, string> = {}): Promise<StandaloneProcess> {
    const [port, opsPort] = await freePorts(2);
    const dataDir = await mkdtemp(join(tmpdir(), 'precis-e2e-'));
    const fresh = new StandaloneProcess(dataDir, port, { OPS_PORT: String(opsPort), ...settings });
    await fresh.start().catch(async (error: unknown) => {
      await fresh.remove();
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
    await this.program.start(
      { PORT: String(this.port), PRECIS_DATA_DIR: this.dataDir, ...this.settings },
      `${this.url}/readyz`,
    );
    return performance.now() - startedMs;
  }

  /** The newest of what it wrote. */
  get log(): string {
    return this.program.log;
  }

  get pid(): number | undefined {
    return this.program.pid;
  }

  /** Waits for an end that nobody here asked for. Answers the signal that brought it, null when it exited. */
  async ended(): Promise<NodeJS.Signals | null> {
    return this.program.ended();
  }

  async kill(): Promise<void> {
    await this.program.end('SIGKILL');
  }

  /** Answers the exit code; null when it had to be killed. */
  async stop(): Promise<number | null> {
    return this.program.end('SIGTERM');
  }

  /** Ends it and looks for secrets in all that it told and left; throws when there are some. */
  async discard(): Promise<void> {
    const { OPS_PORT } = this.settings;
    if (OPS_PORT && this.program.runs) await sweep.metrics('the deployment', `http://127.0.0.1:${OPS_PORT}`);
    await this.stop();
    await sweep.dataFolder(this.dataDir);
    await this.remove();
    sweep.end();
  }

  private async remove(): Promise<void> {
    await this.stop();
    await rm(this.dataDir, { recursive: true, force: true });
  }
}
