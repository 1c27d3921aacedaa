import { SERVICES } from '../deployment/distributed-settings.js';
import { faultOf } from './faults.js';
import { CONSUMERS, FULL_SIZE, nameOf, planFaults, SHORT_SIZE } from './chaos-plan.js';

const SEEDS = Array.from({ length: 50 }, (_, index) => index * 7_919);
const kills = (seed: number, size = FULL_SIZE) => planFaults(seed, size).filter((fault) => fault.kind === 'kill');

describe('the plan of a chaos run', () => {
  it('is the same for the same seed, and different for another', () => {
    expect(planFaults(7, FULL_SIZE)).toEqual(planFaults(7, FULL_SIZE));
    expect(new Set(SEEDS.map((seed) => planFaults(seed, FULL_SIZE).map(nameOf).join())).size).toBe(SEEDS.length);
  });

  it('kills every copy of every service in its full size, whatever the seed', () => {
    for (const seed of SEEDS) {
      const copies = new Set(kills(seed).map(({ service, copy }) => `${service}/${copy}`));
      expect(copies.size).toBe(SERVICES.length * 2);
      expect(kills(seed)).toHaveLength(20);
    }
  });

  it('knows for every service during which work it must be killed', () => {
    const unknown = SERVICES.filter((service) => !faultOf({ kind: 'kill', service, copy: 0 }).strikes);
    expect(unknown).toEqual([]);
  });

  it('kills a gateway and four other services in its short size', () => {
    for (const seed of SEEDS) {
      const services = kills(seed, SHORT_SIZE).map(({ service }) => service);
      expect(new Set(services).size).toBe(5);
      expect(services).toContain('gateway');
    }
  });

  it('kills both copies of each consumer service within 4 s in its full size, and those of one in the short size of many seeds', () => {
    const doubles = (seed: number, size = FULL_SIZE) =>
      planFaults(seed, size).filter((fault) => fault.kind === 'double-kill');
    for (const seed of SEEDS) {
      expect(
        doubles(seed)
          .map(({ service }) => service)
          .sort(),
      ).toEqual([...CONSUMERS].sort());
      expect(Math.max(...doubles(seed).map(({ gapMs }) => gapMs))).toBeLessThanOrEqual(4_000);
    }
    const short = SEEDS.filter((seed) => doubles(seed, SHORT_SIZE).length === 1).length;
    expect([short > SEEDS.length / 3, short < SEEDS.length]).toEqual([true, true]);
  });

  it('stops every consumer service once for longer than the session of 7 s, Postgres 5 times, Kafka and Redis once, and loses webhooks once', () => {
    for (const seed of SEEDS) {
      const plan = planFaults(seed, FULL_SIZE);
      const stalls = plan.filter((fault) => fault.kind === 'stall');
      expect(stalls.map(({ service }) => service).sort()).toEqual([...CONSUMERS].sort());
      expect(Math.min(...stalls.map(({ holdMs }) => holdMs))).toBeGreaterThan(7_000);
      const count = (kind: string) => plan.filter((fault) => fault.kind === kind).length;
      expect([count('postgres'), count('kafka'), count('redis'), count('webhooks')]).toEqual([5, 1, 1, 1]);
    }
  });
});
