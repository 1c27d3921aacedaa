import { setTimeout as pause } from 'node:timers/promises';
import type { ServiceName } from '../deployment/distributed-settings.js';
import type { ChaosWorld, Fault } from './fault.js';
import type { InFlight } from './in-flight.js';

/** Leases of a killed gateway run for 10 s, in which its keys answer 409; the rest is much faster. */
const RECOVERY_MS = 12_000;

type Strikes = (inFlight: InFlight, world: ChaosWorld) => boolean;

/** What each service works on, so that it is killed in the middle of it. */
const WORK: Record<ServiceName, { needs: string; strikes: Strikes }> = {
  gateway: {
    needs: 'an open call and a reserved one',
    strikes: ({ reserved }, { load }) => reserved > 0 && load.view.openCalls > 0,
  },
  usage: {
    needs: 'an open summarise call and a reserved one',
    strikes: ({ reserved }, { load }) => reserved > 0 && load.view.open.summarise > 0,
  },
  summarisation: {
    needs: 'an open summarise call and a reserved one',
    strikes: ({ reserved }, { load }) => reserved > 0 && load.view.open.summarise > 0,
  },
  auth: { needs: 'an open call of registration or login', strikes: (_, { load }) => load.view.open.account > 0 },
  billing: {
    needs: 'an event for billing or usage on its way',
    strikes: ({ unhandled }) => unhandled.billing! + unhandled.usage! > 0,
  },
  notifications: { needs: 'a mail on its way', strikes: ({ unhandled }) => unhandled.notifications! > 0 },
};

/** kill -9 of one copy, which is started again at once, and of the other one while the first comes back. */
export function killBothCopies(service: ServiceName, copy: number, gapMs: number): Fault {
  let back: Promise<void>;
  return {
    ...WORK[service],
    holdMs: 0,
    recoveryMs: RECOVERY_MS,
    inject: async ({ precis }) => {
      const [first, second] = [copy, 1 - copy].map((one) => precis.copies[service][one]);
      await first.kill();
      back = first.start();
      // Awaited when the fault is healed.
      back.catch(() => undefined);
      await pause(gapMs);
      await second.kill();
    },
    heal: async ({ precis }) => {
      await Promise.all([back, precis.copies[service][1 - copy].start()]);
    },
  };
}

/** kill -9 of one copy, which is started again at once. */
export function killService(service: ServiceName, copy: number): Fault {
  return {
    ...WORK[service],
    holdMs: 0,
    recoveryMs: RECOVERY_MS,
    inject: ({ precis }) => precis.copies[service][copy].kill(),
    heal: ({ precis }) => precis.copies[service][copy].start(),
  };
}
