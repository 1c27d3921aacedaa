import type { AuditOutcome } from '@precis/audit/audit';
import { eventually } from '@precis/testing/eventually';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Deployment } from '../deployment/deployment.js';
import type { Hit, Point } from './points.js';

const PRELOAD = pathToFileURL(join(import.meta.dirname, '../../dist/kill-points/die-at-point.js')).href;
const HIT_LIMIT_MS = 40_000;

/** What is used of a process that may die. */
export interface Mortal {
  readonly pid: number | undefined;
  ended(): Promise<NodeJS.Signals | null>;
  start(): Promise<unknown>;
}

/** How a process died. */
export interface Death {
  hit: Hit;
  signal: NodeJS.Signals | null;
  /** As the test knew it. */
  pid: number | undefined;
}

/** A deployment whose processes die where a test wants them to. */
export abstract class MortalDeployment {
  abstract readonly precis: Deployment;

  protected constructor(private readonly folder: string) {}

  protected static freshFolder(): Promise<string> {
    return mkdtemp(join(tmpdir(), 'precis-points-'));
  }

  /** Settings by which the process loads what kills it. */
  protected static settingsIn(folder: string, process: string): Record<string, string> {
    return { NODE_OPTIONS: `--import=${PRELOAD}`, KILL_POINT_FILE: join(folder, process) };
  }

  /** Of the database of a service that has to do with money. */
  abstract databaseUrl(service: string): Promise<string>;

  /** All invariants, when nothing is in flight any more. */
  abstract auditAll(): Promise<AuditOutcome>;

  /** The next time that the process comes to the point, it dies there. */
  async arm(point: Point): Promise<void> {
    const file = join(this.folder, this.nameOf(point));
    await writeFile(`${file}.new`, JSON.stringify(point));
    await rename(`${file}.new`, file);
  }

  /** Waits for the death at the point, and starts the process again. */
  async dieAndRevive(point: Point): Promise<Death> {
    const armed = join(this.folder, this.nameOf(point));
    const mark = `${armed}.hit`;
    const mortal = this.processOf(point);
    const { pid } = mortal;
    // Whoever was not hit must not die later, during another point.
    await eventually(`${this.nameOf(point)} comes to: ${point.name}`, () => existsSync(mark), HIT_LIMIT_MS).finally(
      () => rm(armed, { force: true }),
    );
    const signal = await mortal.ended();
    const hit = JSON.parse(await readFile(mark, 'utf8')) as Hit;
    await rm(mark);
    await this.bury(point);
    await mortal.start();
    return { hit, signal, pid };
  }

  async close(): Promise<void> {
    await this.precis.close();
    await rm(this.folder, { recursive: true, force: true });
  }

  /** Under which the process of the point is known here. */
  protected abstract nameOf(point: Point): string;

  protected abstract processOf(point: Point): Mortal;

  /** What a death is followed by before the next life. */
  protected async bury(_point: Point): Promise<void> {}
}
