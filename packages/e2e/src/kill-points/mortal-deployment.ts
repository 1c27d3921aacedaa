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

/** The used part of a process that may die. */
export interface Mortal {
  readonly pid: number | undefined;
  ended(): Promise<NodeJS.Signals | null>;
  start(): Promise<unknown>;
}

/** How a process died. */
export interface Death {
  hit: Hit;
  signal: NodeJS.Signals | null;
  /** The process id that the test last knew. */
  pid: number | undefined;
}

/** A deployment whose processes die at points that a test chooses. */
export abstract class MortalDeployment {
  abstract readonly precis: Deployment;

  protected constructor(private readonly folder: string) {}

  protected static freshFolder(): Promise<string> {
    return mkdtemp(join(tmpdir(), 'precis-points-'));
  }

  /** Settings that load the kill module into the process. */
  protected static settingsIn(folder: string, process: string): Record<string, string> {
    return { NODE_OPTIONS: `--import=${PRELOAD}`, KILL_POINT_FILE: join(folder, process) };
  }

  /** The database of a service that handles money. */
  abstract databaseUrl(service: string): Promise<string>;

  /** Checks all invariants when nothing is in flight. */
  abstract auditAll(): Promise<AuditOutcome>;

  /** The process dies the next time it reaches the point. */
  async arm(point: Point): Promise<void> {
    const file = join(this.folder, this.nameOf(point));
    await writeFile(`${file}.new`, JSON.stringify(point));
    await rename(`${file}.new`, file);
  }

  /** Waits for the death at the point, and restarts the process. */
  async dieAndRevive(point: Point): Promise<Death> {
    const armed = join(this.folder, this.nameOf(point));
    const mark = `${armed}.hit`;
    const mortal = this.processOf(point);
    const { pid } = mortal;
    // A point that was not reached must not kill a process later, during another point.
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

  /** The name of the point's process in this deployment. */
  protected abstract nameOf(point: Point): string;

  protected abstract processOf(point: Point): Mortal;

  /** Runs between a death and the restart. */
  protected async bury(_point: Point): Promise<void> {}
}
