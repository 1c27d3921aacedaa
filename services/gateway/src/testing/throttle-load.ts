import { eventually } from '@precis/testing/eventually';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import type { ThrottleStore } from '../throttle/throttle-store.js';

const CLIENTS = 40;
const PACE_MS = 2;

/** Clients that ask throttles one request after the other until they are stopped; how long each waited is kept. */
export function startLoad(stores: ThrottleStore[]) {
  const waitsMs: number[] = [];
  const stalls = monitorEventLoopDelay({ resolution: 5 });
  stalls.enable();
  let running = true;
  const client = async (index: number) => {
    const demands = [{ key: `throttle:key:client ${index}`, limit: { ratePerSecond: 50, burst: 200 } }];
    while (running) {
      const startedMs = performance.now();
      await stores[index % stores.length].take(demands);
      waitsMs.push(performance.now() - startedMs);
      await pause(PACE_MS);
    }
  };
  const clients = Promise.all(Array.from({ length: CLIENTS }, (_, index) => client(index)));
  return {
    waitsMs,
    /** The longest that this process stood still meanwhile: a busy machine's part in any wait. */
    longestStallMs: () => stalls.max / 1e6,
    /** Waits for so many more. */
    decisions: async (more: number) => {
      const aim = waitsMs.length + more;
      await Promise.race([eventually(`${more} decisions`, () => waitsMs.length >= aim, 20_000), clients]);
    },
    /** Rejects when any decision did. */
    stop: async () => {
      running = false;
      await clients;
    },
  };
}
