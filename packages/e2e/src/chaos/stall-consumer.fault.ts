import type { ConsumerName } from './chaos-plan.js';
import type { Fault } from './fault.js';

const RECOVERY_MS = 15_000;

/** SIGSTOP until Kafka has given its partitions away, then SIGCONT: it wakes up as an owner that no longer is one. */
export function stallConsumer(service: ConsumerName, copy: number, holdMs: number): Fault {
  return {
    needs: `an event for ${service} on its way`,
    strikes: ({ unhandled }) => unhandled[service]! > 0,
    holdMs,
    recoveryMs: RECOVERY_MS,
    inject: async ({ precis }) => precis.copies[service][copy].signal('SIGSTOP'),
    heal: async ({ precis }) => precis.copies[service][copy].signal('SIGCONT'),
  };
}
