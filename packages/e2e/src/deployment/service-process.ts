import { join } from 'node:path';
import { bundle } from './bundles.js';
import { ChildProgram } from './child-program.js';

const SERVICES = join(import.meta.dirname, '../../../../services');

/** One copy of a service as its image runs it, bundled, which can be killed at any moment and restarted in its place. */
export class ServiceProcess {
  private readonly program: ChildProgram;

  constructor(
    readonly service: string,
    readonly opsPort: number,
    private readonly settings: Record<string, string>,
    keptCharacters?: number,
  ) {
    this.program = new ChildProgram(
      service,
      join(SERVICES, service, 'dist/bundled/main.js'),
      'SIGKILL',
      keptCharacters,
    );
  }

  /** The base address of /healthz, /readyz and /metrics. */
  get opsUrl(): string {
    return `http://127.0.0.1:${this.opsPort}`;
  }

  get pid(): number | undefined {
    return this.program.pid;
  }

  /** Its output; the newest 20,000 characters, or the number given to the constructor. */
  get log(): string {
    return this.program.log;
  }

  get runs(): boolean {
    return this.program.runs;
  }

  /** Settles when its /readyz answers 200. */
  async start(): Promise<void> {
    await bundle(`services/${this.service}`);
    await this.program.start({ OPS_PORT: String(this.opsPort), ...this.settings }, `${this.opsUrl}/readyz`);
  }

  /** Sends SIGTERM. Returns the exit code; null when it had to be killed. */
  async stop(): Promise<number | null> {
    return this.program.end('SIGTERM');
  }

  async kill(): Promise<void> {
    await this.program.end('SIGKILL');
  }

  /** Waits for an end that the test did not request. Returns the signal, null when it exited. */
  async ended(): Promise<NodeJS.Signals | null> {
    return this.program.ended();
  }

  /** For signals that do not end it: SIGSTOP and SIGCONT. */
  signal(signal: NodeJS.Signals): void {
    this.program.signal(signal);
  }
}
