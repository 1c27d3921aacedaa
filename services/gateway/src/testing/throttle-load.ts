import { eventually } from '@precis/testing/eventually';
import { setTimeout as pause } from 'node:timers/promises';
import type { ThrottleStore } from '../throttle/throttle-store.js';

const CLIENTS = 40;
const PACE_MS = 2;

/** Starts clients that call the throttles in a loop until they are stopped. */
export function startLoad(stores: ThrottleStore[]) {
  const decided = Array<number>(CLIENTS).fill(0);
  let running = true;
  const client = async (index: number) => {
    const demands = [{ key: `throttle:key:client ${index}`, limit: { ratePerSecond: 50, burst: 200 } }];
    while (running) {
      await stores[index % stores.length].take(demands);
      decided[index] += 1;
      await pause(PACE_MS);
    }
  };
  const clients = Promise.all(decided.map((_, index) => client(index)));
  return {
    clients: CLIENTS,
    /** Waits until every client has made this many more decisions. Then no call from before is still pending. */
    decisions: async (each: number) => {
      const aims = decided.map((count) => count + each);
      const done = () => aims.every((aim, index) => decided[index] >= aim);
      await Promise.race([eventually(`${each} decisions for each client`, done, 20_000), clients]);
    },
    /** Stops the clients. Rejects when any decision failed. */
    stop: async () => {
      running = false;
      await clients;
    },
  };
}
