import { setTimeout as pause } from 'node:timers/promises';
import type { ServiceName } from '../deployment/distributed-settings.js';
import { controlStripe } from '../deployment/checkout.js';
import type { Distributed } from '../deployment/distributed.js';
import type { ChaosLoad } from './chaos-load.js';
import { type ConsumerName, type PlannedFault, STRAY_WEBHOOKS } from './chaos-plan.js';
import type { InFlight } from './in-flight.js';

export interface ChaosWorld {
  precis: Distributed;
  load: ChaosLoad;
  /** Number of client failures attributed to a fault. */
  judged: number;
  /** Until this time a failure may be caused by an earlier fault; in milliseconds of performance.now(). */
  excusedUntilMs: number;
}

/** One kind of fault: how to cause and undo it, and what must be in flight so that it has an effect. */
export interface Fault {
  /** Describes what `strikes` requires, for the report of a fault that hit nothing. */
  needs: string;
  strikes(inFlight: InFlight, world: ChaosWorld): boolean;
  /** Settles when the fault is active. */
  inject(world: ChaosWorld): Promise<void>;
  holdMs: number;
  /** What must have accumulated by the end of `holdMs`; undefined = nothing. */
  gathers?(inFlight: InFlight): boolean;
  heal(world: ChaosWorld): Promise<void>;
  /** How long clients may get 502, 503 and 504 after the recovery; undefined = they must not notice the fault. */
  recoveryMs?: number;
}

/** The leases of a killed gateway last 10 s, during which their idempotency keys answer 409. Everything else recovers much faster. */
const KILL_RECOVERY_MS = 12_000;
/** Recovery of a stalled consumer and of Postgres. */
const RECOVERY_MS = 15_000;

/** How a planned fault is executed. */
export function faultOf(planned: PlannedFault): Fault {
  switch (planned.kind) {
    case 'kill':
      return killService(planned.service, planned.copy);
    case 'double-kill':
      return killBothCopies(planned.service, planned.copy, planned.gapMs);
    case 'stall':
      return stallConsumer(planned.service, planned.copy, planned.holdMs);
    case 'postgres':
      return stopPostgres(planned.holdMs);
    case 'kafka':
      return stopKafka(planned.holdMs);
    case 'redis':
      return stopRedis(planned.holdMs);
    case 'webhooks':
      return loseWebhooks(planned.holdMs);
  }
}

/** The work of each service that must be in progress when it is killed or stalled. */
const WORK: Record<ServiceName, { needs: string; strikes: Fault['strikes'] }> = {
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
    needs: 'an open call of a payment, or a webhook or refund on its way',
    strikes: ({ payments }, { load }) => payments + load.view.open.payment > 0,
  },
  notifications: {
    needs: 'a mail on its way',
    strikes: ({ unhandled, mails }) => unhandled.notifications! + mails > 0,
  },
  // It holds no state, and no client here uses it, so nobody may notice its death.
  mcp: { needs: 'an open call', strikes: (_, { load }) => load.view.openCalls > 0 },
  referrals: { needs: 'an event for referrals on its way', strikes: ({ unhandled }) => unhandled.referrals! > 0 },
};

/** kill -9 of one copy, which is restarted immediately, and of the other one while the first restarts. */
function killBothCopies(service: ServiceName, copy: number, gapMs: number): Fault {
  let back: Promise<void>;
  return {
    ...WORK[service],
    holdMs: 0,
    recoveryMs: KILL_RECOVERY_MS,
    inject: async ({ precis }) => {
      const [first, second] = [copy, 1 - copy].map((one) => precis.copies[service][one]);
      await first.kill();
      back = first.start();
      // Its errors are handled at the recovery, where it is awaited.
      back.catch(() => undefined);
      await pause(gapMs);
      await second.kill();
    },
    heal: async ({ precis }) => {
      await Promise.all([back, precis.copies[service][1 - copy].start()]);
    },
  };
}

/** kill -9 of one copy, which is restarted immediately. */
function killService(service: ServiceName, copy: number): Fault {
  return {
    ...WORK[service],
    holdMs: 0,
    recoveryMs: KILL_RECOVERY_MS,
    inject: ({ precis }) => precis.copies[service][copy].kill(),
    heal: ({ precis }) => precis.copies[service][copy].start(),
  };
}

/**
 * SIGSTOP while the consumer has work in progress, until Kafka has reassigned its partitions. Then SIGCONT: it continues although it no longer owns
 * them. The load produces further events meanwhile.
 */
function stallConsumer(service: ConsumerName, copy: number, holdMs: number): Fault {
  return {
    ...WORK[service],
    holdMs,
    recoveryMs: RECOVERY_MS,
    inject: async ({ precis }) => precis.copies[service][copy].signal('SIGSTOP'),
    heal: async ({ precis }) => precis.copies[service][copy].signal('SIGCONT'),
  };
}

/** SIGKILL of the only broker. Mails, timetables and commissions wait in the outboxes; no client notices (OPS-4). */
function stopKafka(holdMs: number): Fault {
  return {
    needs: 'an unpublished event and one on its way',
    strikes: ({ unpublished, oldestUnhandledSeconds }) =>
      unpublished > 0 && Math.max(...Object.values(oldestUnhandledSeconds)) > 0,
    holdMs,
    gathers: ({ unpublished, oldestUnpublishedSeconds }) =>
      unpublished > 0 && oldestUnpublishedSeconds > (0.8 * holdMs) / 1_000,
    inject: ({ precis }) => precis.kafka.kill(0),
    heal: ({ precis }) => precis.kafka.restart(0),
  };
}

/** `pg_ctl stop -m immediate`: every database at once, transactions cut in the middle, commits whose answer is lost. */
function stopPostgres(holdMs: number): Fault {
  return {
    needs: 'a reserved call and an unpublished event',
    strikes: ({ reserved, unpublished }) => reserved > 0 && unpublished > 0,
    holdMs,
    recoveryMs: RECOVERY_MS,
    inject: ({ precis }) => precis.postgres.stopImmediately(),
    heal: ({ precis }) => precis.postgres.restart(),
  };
}

/** SIGKILL of Redis: each gateway counts requests per second alone; no client notices. */
function stopRedis(holdMs: number): Fault {
  return {
    needs: 'open calls',
    strikes: (_, { load }) => load.view.openCalls > 0,
    holdMs,
    inject: ({ precis }) => precis.redis.kill(),
    heal: ({ precis }) => precis.redis.restart(),
  };
}

/** No webhook of the card provider arrives: polls and the periodic check find the payments (PAY-18). */
function loseWebhooks(holdMs: number): Fault {
  return {
    needs: 'a webhook on its way',
    strikes: ({ payments }) => payments > 0,
    holdMs,
    inject: async ({ precis }) => void (await controlStripe(precis, 'faults', { drop: 1 })),
    heal: async ({ precis }) => void (await controlStripe(precis, 'faults', STRAY_WEBHOOKS)),
  };
}
