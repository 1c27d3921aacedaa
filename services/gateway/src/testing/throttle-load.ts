import { eventually } from '@precis/testing/eventually';
import { setTimeout as pause } from 'node:timers/promises';
import type { ThrottleStore } from '../throttle/throttle-store.js';

const CLIENTS = 40;
const PACE_MS = 2;

/** Clients that ask throttles one request after the other until they are stopped. */
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
    /** Waits until every client has got so many more: afterwards none waits for what it asked before. */
    decisions: async (each: number) => {
      const aims = decided.map((count) => count + each);
      const done = () => aims.every((aim, index) => decided[index] >= aim);
      await Promise.race([eventually(`${each} decisions for each client`, done, 20_000), clients]);
    },
    /** Rejects when any decision did. */
    stop: async () => {
      running = false;
      await clients;
    },
  };
}
