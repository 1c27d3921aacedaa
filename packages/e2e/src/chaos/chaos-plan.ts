import { SERVICE_LIST } from '@precis/runtime/service-list';
import { type ServiceName, SERVICES } from '../deployment/distributed-settings.js';

/** The services that consume events. */
export const CONSUMERS = SERVICE_LIST.filter(({ consumes }) => Object.keys(consumes).length > 0).map(
  ({ name }) => name,
);
/** One of CONSUMERS. */
export type ConsumerName = string;

/** One planned fault. */
export type PlannedFault =
  | { kind: 'kill'; service: ServiceName; copy: number }
  /** Kills both copies. The second dies `gapMs` after the first, which was restarted immediately. */
  | { kind: 'double-kill'; service: ConsumerName; copy: number; gapMs: number }
  | { kind: 'stall'; service: ConsumerName; copy: number; holdMs: number }
  | { kind: 'postgres'; holdMs: number }
  | { kind: 'kafka'; holdMs: number }
  | { kind: 'redis'; holdMs: number }
  | { kind: 'webhooks'; holdMs: number };

/** The number of faults of each kind. Times are those of the fault, without recovery. */
export interface ChaosSize {
  kills: number;
  /** The fixed number, and the probability of one more in percent of seeds. */
  doubleKills: number;
  doubleKillPercent: number;
  stalledConsumers: number;
  stallMs: number;
  postgresStops: number;
  postgresMs: number;
  kafkaMs: number;
  redisMs: number;
  /** How long no webhook of a payment provider arrives. With 0, only the webhooks that are dropped during a whole run are lost. */
  webhooksMs: number;
}

/** Longer than the 7 s after which Kafka reassigns a silent consumer's partitions. */
const STALL_MS = 10_000;
/** The second copy dies within this time, while the group is still changing because of the first one's death. */
const DOUBLE_KILL_GAP_MS = 4_000;
export const FULL_SIZE: ChaosSize = {
  kills: 20,
  doubleKills: CONSUMERS.length,
  doubleKillPercent: 0,
  stalledConsumers: CONSUMERS.length,
  stallMs: 25_000,
  postgresStops: 5,
  postgresMs: 2_000,
  kafkaMs: 120_000,
  redisMs: 60_000,
  webhooksMs: 60_000,
};
export const SHORT_SIZE: ChaosSize = {
  kills: 5,
  doubleKills: 0,
  doubleKillPercent: 60,
  stalledConsumers: 1,
  stallMs: STALL_MS,
  postgresStops: 1,
  postgresMs: 500,
  kafkaMs: 10_000,
  redisMs: 5_000,
  webhooksMs: 0,
};

/** Faults of the card provider's webhooks during the whole run: shares, and the largest delay. */
export const STRAY_WEBHOOKS = { duplicate: 0.3, reorder: 0.3, drop: 0.15, wrong_secret: 0.1, delay_ms: 1_000 };

const COPIES = [0, 1];

/**
 * The faults of a seed, in order. Kills are spread: the first ones go to as many different services as possible, one of them a gateway. Then every
 * copy that was left out is killed before any is killed twice.
 */
export function planFaults(seed: number, size: ChaosSize): PlannedFault[] {
  const random = seededRandom(seed);
  const faults: PlannedFault[] = [
    ...killTargets(size.kills, random).map(([service, copy]) => ({ kind: 'kill' as const, service, copy })),
    ...doubleKills(size, random),
    ...shuffled(CONSUMERS, random)
      .slice(0, size.stalledConsumers)
      .map((service) => ({
        kind: 'stall' as const,
        service,
        copy: Math.floor(random() * COPIES.length),
        holdMs: size.stallMs,
      })),
    ...Array.from({ length: size.postgresStops }, () => ({ kind: 'postgres' as const, holdMs: size.postgresMs })),
    { kind: 'kafka', holdMs: size.kafkaMs },
    { kind: 'redis', holdMs: size.redisMs },
    ...(size.webhooksMs > 0 ? [{ kind: 'webhooks' as const, holdMs: size.webhooksMs }] : []),
  ];
  return shuffled(faults, random);
}

function doubleKills({ doubleKills: surely, doubleKillPercent }: ChaosSize, random: () => number): PlannedFault[] {
  const count = surely + (random() * 100 < doubleKillPercent ? 1 : 0);
  return shuffled(CONSUMERS, random)
    .slice(0, count)
    .map((service) => ({
      kind: 'double-kill',
      service,
      copy: Math.floor(random() * COPIES.length),
      gapMs: Math.round(random() * DOUBLE_KILL_GAP_MS),
    }));
}

function killTargets(count: number, random: () => number): [ServiceName, number][] {
  const targets: [ServiceName, number][] = [];
  while (targets.length < count) {
    const others = shuffled(
      SERVICES.filter((name) => name !== 'gateway'),
      random,
    );
    const round: ServiceName[] = ['gateway', ...others];
    const first = round.map((name) => [name, Math.floor(random() * COPIES.length)] as [ServiceName, number]);
    const second = shuffled(first, random).map(([name, copy]) => [name, 1 - copy] as [ServiceName, number]);
    targets.push(...first, ...second);
  }
  return targets.slice(0, count);
}

/** Describes a fault for reports. */
export function nameOf(fault: PlannedFault): string {
  if (fault.kind === 'kill') return `kill -9 ${fault.service}/${fault.copy}`;
  if (fault.kind === 'double-kill')
    return `kill -9 ${fault.service}/${fault.copy} and, ${fault.gapMs / 1_000} s later, ${fault.service}/${1 - fault.copy}`;
  if (fault.kind === 'stall') return `SIGSTOP ${fault.service}/${fault.copy} for ${fault.holdMs / 1_000} s`;
  if (fault.kind === 'webhooks') return `every webhook lost for ${fault.holdMs / 1_000} s`;
  return `${fault.kind} away for ${fault.holdMs / 1_000} s`;
}

/** A generator of numbers from 0 to 1, the same for the same seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The same elements in a random order (Fisher-Yates). */
export function shuffled<T>(things: readonly T[], random: () => number): T[] {
  const order = [...things];
  for (let left = order.length; left > 1; left--) {
    const chosen = Math.floor(random() * left);
    [order[left - 1], order[chosen]] = [order[chosen], order[left - 1]];
  }
  return order;
}
