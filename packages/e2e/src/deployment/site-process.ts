import { join } from 'node:path';
import { ChildProgram } from './child-program.js';

const MAIN = join(import.meta.dirname, '../../../../packages/site/dist/main.js');

/** The web app's host as its built main.js runs it. */
export class SiteProcess {
  private readonly program = new ChildProgram('site', MAIN, 'SIGKILL');

  constructor(
    private readonly port: number,
    private readonly opsPort: number,
  ) {}

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Settles when its /readyz answers 200. */
  async start(settings: Record<string, string>): Promise<void> {
    const ports = { PORT: String(this.port), OPS_PORT: String(this.opsPort) };
    await this.program.start({ ...ports, ...settings }, `http://127.0.0.1:${this.opsPort}/readyz`);
  }

  /** Sends SIGTERM. Returns the exit code; null when it had to be killed. */
  async stop(): Promise<number | null> {
    return this.program.end('SIGTERM');
  }

  async kill(): Promise<void> {
    await this.program.end('SIGKILL');
  }
}
