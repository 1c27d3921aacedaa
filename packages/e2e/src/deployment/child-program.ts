import { deathTie } from '@precis/backends/death-tie';
import { endWithNode } from '@precis/backends/end-with-node';
import { eventually } from '@precis/testing/eventually';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { endChild, hasEnded } from './end-child.js';
import { IMAGE_START } from './image-start.js';
import { sweep } from './secrets-sweep.js';

const START_LIMIT_MS = 60_000;
const KEPT_CHARACTERS = 20_000;

/** A built program as a child of the test run, started as in an image, which can be killed at any moment and restarted in its place. */
export class ChildProgram {
  private child?: ChildProcess;
  private output = '';

  /** `name` appears in failures; `lastSignal` is sent when the test run is interrupted, so that no process remains. */
  constructor(
    private readonly name: string,
    private readonly main: string,
    private readonly lastSignal: NodeJS.Signals,
    private readonly keptCharacters = KEPT_CHARACTERS,
  ) {}

  get pid(): number | undefined {
    return this.child?.pid;
  }

  /** Its output; the newest 20,000 characters, or the number given to the constructor. */
  get log(): string {
    return this.output;
  }

  get runs(): boolean {
    return this.child !== undefined && !hasEnded(this.child);
  }

  /** Settles when `readyUrl` answers 200. */
  async start(settings: Record<string, string>, readyUrl: string): Promise<void> {
    // No other part of the test's environment: a setting of the shell must not change the tested program.
    const env = { PATH: process.env.PATH, HOME: process.env.HOME, ...IMAGE_START.environment, ...settings };
    const node = [process.execPath, ...IMAGE_START.nodeOptions, this.main];
    const [program, ...words] = [...(await deathTie(this.lastSignal)), ...node];
    const child = spawn(program, words, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    this.child = child;
    sweep.rememberTokens(JSON.stringify(settings));
    for (const stream of [child.stdout, child.stderr]) {
      stream.on(
        'data',
        (chunk: Buffer) => (this.output = (this.output + chunk.toString()).slice(-this.keptCharacters)),
      );
      createInterface({ input: stream }).on('line', (line) => sweep.checkText(`the log of ${this.name}`, line));
    }
    endWithNode(child, this.lastSignal);
    await eventually(`${this.name} is ready`, () => isReady(child, readyUrl), START_LIMIT_MS).catch(
      (error: unknown) => {
        throw new Error(`${this.name} did not start:\n${this.output}`, { cause: error });
      },
    );
  }

  /** Waits for the end. Returns the exit code; null when it was killed. */
  async end(signal: NodeJS.Signals): Promise<number | null> {
    return this.child ? endChild(this.child, signal) : null;
  }

  /** Waits for an end that the test did not request. Returns the signal, null when it exited. */
  async ended(): Promise<NodeJS.Signals | null> {
    if (!this.child) throw new Error(`${this.name} was not started`);
    if (!hasEnded(this.child)) await once(this.child, 'exit');
    return this.child.signalCode;
  }

  /** For signals that do not end it: SIGSTOP and SIGCONT. */
  signal(signal: NodeJS.Signals): void {
    this.child?.kill(signal);
  }
}

async function isReady(child: ChildProcess, readyUrl: string): Promise<boolean> {
  if (hasEnded(child)) throw new Error('it ended by itself');
  const answer = await fetch(readyUrl).catch(() => undefined);
  await answer?.body?.cancel();
  return answer?.status === 200;
}
