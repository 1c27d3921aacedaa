import { eventually } from '@precis/testing/eventually';
import { type ChildProcess, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const MAIN = join(import.meta.dirname, '../../../../services/standalone/dist/main.js');
const START_LIMIT_MS = 60_000;

/** Standalone as a process of its own that can be killed at any moment and started again on the same data. */
export class StandaloneProcess {
  private child?: ChildProcess;
  private output = '';

  constructor(
    readonly dataDir: string,
    readonly port: number,
  ) {}

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Answers the milliseconds to readiness. */
  async start(): Promise<number> {
    const startedMs = performance.now();
    const environment = { ...process.env, NODE_OPTIONS: '', PORT: String(this.port), PRECIS_DATA_DIR: this.dataDir, LOG_LEVEL: 'warn' };
    const child = spawn(process.execPath, [MAIN], { env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (this.output = (this.output + chunk).slice(-20_000)));
    this.child = child;
    await eventually(
      'standalone ready',
      async () => {
        if (child.exitCode !== null) throw new Error(`standalone ended by itself:\n${this.output}`);
        return fetch(`${this.url}/readyz`).then((response) => response.status === 200, () => false);
      },
      START_LIMIT_MS,
    );
    return performance.now() - startedMs;
  }

  async kill(): Promise<void> {
    await this.end('SIGKILL');
  }

  async stop(): Promise<void> {
    await this.end('SIGTERM');
  }

  async demo(): Promise<{ api_key: string; account_id: string; email: string; password: string }> {
    return JSON.parse(await readFile(join(this.dataDir, 'demo.json'), 'utf8'));
  }

  private async end(signal: NodeJS.Signals): Promise<void> {
    const child = this.child!;
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await ended;
  }
}
