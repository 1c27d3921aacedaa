import { setTimeout as pause } from 'node:timers/promises';
import type { Distributed } from '../deployment/distributed.js';
import { type ServiceName, SERVICES } from '../deployment/distributed-settings.js';
import type { ProbeWatch } from './probe-watch.js';

/** Restarts every service while everything else continues. */
export class Restarts {
  /** The drain and start times of each restart. */
  readonly told: string[] = [];
  readonly failures: string[] = [];

  constructor(
    private readonly precis: Distributed,
    private readonly probes: ProbeWatch,
  ) {}

  /** Restarts one copy of every service in turn; with two rounds every copy, so that no process remains that knew Kafka. Never rejects. */
  async inTurn(rounds: number, everyMs: number): Promise<void> {
    const startedMs = performance.now();
    const turns = Array.from({ length: rounds }, (_, copy) => SERVICES.map((name) => ({ name, copy }))).flat();
    for (const [turn, { name, copy }] of turns.entries()) {
      await pause(Math.max(0, (turn + 0.5) * everyMs - (performance.now() - startedMs)));
      await this.restart(name, copy).catch((error: Error) => this.failures.push(`${name} ${copy}: ${error.message}`));
    }
  }

  private async restart(name: ServiceName, copy: number): Promise<void> {
    const one = this.precis.copies[name][copy];
    await this.probes.without(one, async () => {
      const begunMs = performance.now();
      const exit = await one.stop();
      const stoppedMs = performance.now();
      if (exit !== 0) this.failures.push(`${name} ${copy} ended with ${exit}: ${one.log.slice(-3_000)}`);
      await one.start();
      this.told.push(
        `${name} ${((stoppedMs - begunMs) / 1_000).toFixed(1)} + ${((performance.now() - stoppedMs) / 1_000).toFixed(1)} s`,
      );
    });
  }
}
