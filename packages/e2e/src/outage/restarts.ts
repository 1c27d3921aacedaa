import { setTimeout as pause } from 'node:timers/promises';
import type { Distributed } from '../deployment/distributed.js';
import { SERVICES } from '../deployment/distributed-settings.js';
import type { ProbeWatch } from './probe-watch.js';

/**
 * Restarts one copy of every service, one after the other; with two rounds every copy, so that nobody is left who knew Kafka.
 * Answers how long each took to drain and to be ready.
 */
export async function restartInTurn(precis: Distributed, probes: ProbeWatch, { rounds, everyMs }: { rounds: number; everyMs: number }): Promise<string[]> {
  const startedMs = performance.now();
  const told: string[] = [];
  for (const copy of Array.from({ length: rounds }, (_, index) => index)) {
    for (const name of SERVICES) {
      await pause(Math.max(0, (told.length + 0.5) * everyMs - (performance.now() - startedMs)));
      const one = precis.copies[name][copy];
      const [exit, stopMs, startMs] = await probes.without(one, async () => {
        const begunMs = performance.now();
        const code = await one.stop();
        const stoppedMs = performance.now();
        await one.start();
        return [code, stoppedMs - begunMs, performance.now() - stoppedMs];
      });
      expect([name, exit, one.log.slice(exit === 0 ? 0 : -3_000, exit === 0 ? 0 : undefined)]).toEqual([name, 0, '']);
      told.push(`${name} ${(stopMs! / 1_000).toFixed(1)} + ${(startMs! / 1_000).toFixed(1)} s`);
    }
  }
  return told;
}
