import { freePorts } from '@precis/backends/free-ports';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundle } from './bundles.js';
import { ChildProgram } from './child-program.js';
import type { DemoAccount } from './demo-account.js';
import { sweep } from './secrets-sweep.js';

const MAIN = join(import.meta.dirname, '../../../../services/standalone/dist/bundled/main.js');

/** The built product in its own process, which can be killed at any moment and restarted on the same data. */
export class StandaloneProcess {
  private readonly program = new ChildProgram('the deployment', MAIN, 'SIGTERM');

  constructor(
    readonly dataDir: string,
    readonly port: number,
    /** Additional settings. */
    private readonly settings: Record<string, string> = {},
  ) {}

  /** Started on a free port and a fresh folder; ended by discard(). */
  static async inFreshFolder(settings: Record<string, string> = {}): Promise<StandaloneProcess> {
    return StandaloneProcess.inFolder(await mkdtemp(join(tmpdir(), 'precis-e2e-')), settings);
  }

  /** Started on free ports and this folder, which discard() removes. */
  static async inFolder(dataDir: string, settings: Record<string, string> = {}): Promise<StandaloneProcess> {
    const [port, opsPort] = await freePorts(2);
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

  /** Waits until /readyz answers 200; returns the milliseconds. */
  async start(): Promise<number> {
    await bundle('services/standalone');
    const startedMs = performance.now();
    await this.program.start(
      { PORT: String(this.port), PRECIS_DATA_DIR: this.dataDir, ...this.settings },
      `${this.url}/readyz`,
    );
    return performance.now() - startedMs;
  }

  /** Its newest output. */
  get log(): string {
    return this.program.log;
  }

  get pid(): number | undefined {
    return this.program.pid;
  }

  /** Waits for an end that the test did not request. Returns the signal, null when it exited. */
  async ended(): Promise<NodeJS.Signals | null> {
    return this.program.ended();
  }

  async kill(): Promise<void> {
    await this.program.end('SIGKILL');
  }

  /** Returns the exit code; null when it had to be killed. */
  async stop(): Promise<number | null> {
    return this.program.end('SIGTERM');
  }

  /** Stops it and checks its output and data for secrets; throws when there are any. */
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
