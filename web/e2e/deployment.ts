import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Resolved as a package, because Node runs this file from the sources and jest runs the build of it. */
const MAIN = fileURLToPath(import.meta.resolve('@precis/standalone/main'));
const START_LIMIT_MS = 120_000;
/** The simulators of the sandbox use ports that are 20,000 higher. */
const HIGHEST_PORT = 45_000;

/** Standalone as users start it, on a free port and with an empty folder. */
export class Deployment {
  readonly url: string;
  private readonly folder: string;
  /** Undefined when another process started the deployment. */
  private readonly program?: ChildProcess;

  // Fields are declared separately from the parameters: Node itself runs this file too, and only removes types.
  private constructor(url: string, folder: string, program?: ChildProcess) {
    this.url = url;
    this.folder = folder;
    this.program = program;
  }

  /** A deployment that another process started and will stop. */
  static at({ url, folder }: { url: string; folder: string }): Deployment {
    return new Deployment(url, folder);
  }

  /** `settings`: the owner's settings in addition to the ports and the folder. */
  static async start(settings: Record<string, string> = {}): Promise<Deployment> {
    const [port, opsPort] = [await freePort(), await freePort()];
    const folder = mkdtempSync(join(tmpdir(), 'precis-web-'));
    const program = spawn(process.execPath, [MAIN], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        ...process.env,
        NODE_OPTIONS: '',
        ...settings,
        PORT: `${port}`,
        OPS_PORT: `${opsPort}`,
        PRECIS_DATA_DIR: folder,
      },
    });
    const started = new Deployment(`http://localhost:${port}`, folder, program);
    const end = Date.now() + START_LIMIT_MS;
    while (
      !(await fetch(`${started.url}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      ))
    ) {
      if (program.exitCode !== null || Date.now() > end) {
        await started.stop();
        throw new Error('standalone did not start');
      }
      await new Promise((wait) => setTimeout(wait, 200));
    }
    return started;
  }

  /** The demo account of this data folder. */
  get demo(): { email: string; password: string; api_key: string } {
    return JSON.parse(readFileSync(join(this.folder, 'demo.json'), 'utf8'));
  }

  /** A session of the demo account. */
  async session(): Promise<string> {
    const { email, password } = this.demo;
    const answer = await fetch(`${this.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    });
    return ((await answer.json()) as { token: string }).token;
  }

  /** The origins of the simulated payment providers' pages. */
  get checkouts(): string[] {
    const { stripe, btcpay } = JSON.parse(readFileSync(join(this.folder, 'sandbox.json'), 'utf8')) as Record<
      'stripe' | 'btcpay',
      { url: string }
    >;
    return [stripe, btcpay].map(({ url }) => new URL(url).origin);
  }

  /** Moves the clock of all services. Resolves when all work that became due has run. */
  async advanceDays(days: number): Promise<void> {
    const answer = await fetch(`${this.url}/sandbox/clock`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ advance_seconds: days * 86_400 }),
    });
    if (!answer.ok) throw new Error(`the clock answered ${answer.status}: ${await answer.text()}`);
  }

  async stop(): Promise<void> {
    const { program } = this;
    if (!program) throw new Error('another process has started the deployment, and stops it');
    if (program.exitCode === null && program.signalCode === null) {
      const ended = new Promise((done) => program.once('exit', done));
      program.kill('SIGTERM');
      await ended;
    }
    rmSync(this.folder, { recursive: true, force: true });
  }
}

async function freePort(): Promise<number> {
  for (;;) {
    const server = createServer().listen(0, '127.0.0.1');
    await new Promise((done) => server.once('listening', done));
    const { port } = server.address() as { port: number };
    await new Promise((done) => server.close(done));
    if (port <= HIGHEST_PORT) return port;
  }
}
