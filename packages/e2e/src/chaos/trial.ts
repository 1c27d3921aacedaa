import { setTimeout as pause } from 'node:timers/promises';
import { nameOf, type PlannedFault } from './chaos-plan.js';
import { type ChaosWorld, type Fault, faultOf } from './faults.js';
import type { InFlight, InFlightProbe } from './in-flight.js';

const CALM_LIMIT_MS = 30_000;
/** How long a fault waits for work that it can interrupt. */
const AIM_LIMIT_MS = 20_000;
/** Clients have recovered when nothing failed for this long. */
const QUIET_MS = 2_000;
/** Outboxes and consumer groups must catch up within this time after the recovery. */
const CAUGHT_UP_LIMIT_MS = 30_000;
/** Work that has waited less than this is not a backlog. */
const FRESH_SECONDS = 3;
/** At least this many calls, of this many kinds, must be unanswered when a fault begins. With fewer, it would prove little. */
const OPEN_CALLS = 10;
const OPEN_KINDS = 4;
/** The time from the start of a burst of calls to their count: long enough to send them, and too short for most answers. */
const ON_THE_WIRE_MS = 10;
/** The pause between two bursts. */
const SURGE_EVERY_MS = 200;

/** The result of one fault. `line` describes it for the log; `faults` says what was wrong, and is empty when nothing was. */
export interface TrialReport {
  line: string;
  faults: string[];
}

/** Causes one fault, undoes it, waits until everything has recovered, and judges what clients saw meanwhile. */
export async function tryFault(planned: PlannedFault, world: ChaosWorld, probe: InFlightProbe): Promise<TrialReport> {
  const { view } = world.load;
  const fault = faultOf(planned);
  const faults: string[] = [];
  await calm(world, fault);
  const strays = view.failures.slice(world.judged).filter(({ atMs }) => atMs > world.excusedUntilMs);
  if (strays.length > 0)
    faults.push(`${strays.length} failures with no fault before it, the last one ${strays.at(-1)!.what}`);
  const before = view.failures.length;
  const struck = await aim(fault, world, probe);
  if (!struck.hit)
    faults.push(
      `it hit nothing: ${fault.needs} was never in flight beside ${OPEN_CALLS} calls of ${OPEN_KINDS} kinds and a payment`,
    );
  const atMs = performance.now();
  const open = { ...view.open, buyers: world.load.buyers.underWay };
  await fault.inject(world);
  await pause(fault.holdMs);
  if (fault.gathers && !fault.gathers(await probe.look())) faults.push('no backlog formed during it');
  await fault.heal(world);
  const healedMs = performance.now();
  // On a busy machine a process takes long to start, and its first calls take as long again. So clients may see failures for at least as long as
  // the fault took to begin and to be undone.
  const allowedMs = Math.max(fault.recoveryMs ?? 0, healedMs - atMs - fault.holdMs);
  const recoveryMs = await quiet(world, healedMs, allowedMs);
  const movedMs = await moved(probe, healedMs);
  const standing = Object.keys(movedMs).filter((what) => movedMs[what] > CAUGHT_UP_LIMIT_MS);
  if (standing.length > 0)
    faults.push(
      `${standing.join(' and ')} stood still ${CAUGHT_UP_LIMIT_MS / 1_000} s after the recovery: ${told(await probe.look().catch(() => undefined))}`,
    );
  const failures = view.failures.slice(before);
  world.judged = view.failures.length;
  const endMs = fault.recoveryMs === undefined ? -Infinity : healedMs + allowedMs;
  const unexcused = failures.filter(
    (failure) => failure.atMs > world.excusedUntilMs && (failure.atMs < atMs || failure.atMs > endMs),
  );
  world.excusedUntilMs = Math.max(world.excusedUntilMs, endMs);
  if (unexcused.length > 0)
    faults.push(
      `${unexcused.length} unexcused failures: ${[unexcused[0], unexcused.at(-1)!].map(({ what }) => what + causeOf(what, world)).join(' ... ')}`,
    );
  const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;
  const line =
    `${nameOf(planned)}: in flight ${open.summarise} summarise, ${open.account} account, ${open.owner} owners', ${open.reading} reading calls, ${open.buyers} buyers, ${told(struck.inFlight)}; ` +
    `${failures.length} answers failed, gap ${seconds(healedMs - atMs)}, clients quiet after ${seconds(recoveryMs)}, caught up: ${Object.entries(
      movedMs,
    )
      .map(([what, ms]) => `${what} after ${seconds(ms)}`)
      .join(', ')}`;
  return { line, faults };
}

/**
 * Waits until clients have seen no failure for QUIET_MS, at most for CALM_LIMIT_MS. When the next fault is one that clients must not notice, first
 * waits until no failure can come from an earlier fault.
 */
async function calm({ load, excusedUntilMs }: ChaosWorld, fault: Fault): Promise<void> {
  if (fault.recoveryMs === undefined) await pause(Math.max(0, excusedUntilMs - performance.now()));
  const endMs = performance.now() + CALM_LIMIT_MS;
  while (performance.now() - (load.view.failures.at(-1)?.atMs ?? 0) < QUIET_MS && performance.now() < endMs)
    await pause(50);
}

/** The reason of a failure from a gateway's log; empty when the log does not have it, or no longer. */
function causeOf(what: string, { precis }: ChaosWorld): string {
  const requestId = /"request_id":"([^"]+)/.exec(what)?.[1];
  const lines =
    requestId === undefined
      ? []
      : precis.copies.gateway.flatMap(({ log }) => log.split('\n').filter((line) => line.includes(requestId)));
  return lines.length === 0 ? '' : ` because ${lines[0].slice(0, 600)}`;
}

/** Waits for the moment of a fault: the work that it interrupts and enough calls are in flight. `hit` is false when the time limit came first. */
async function aim(
  fault: Fault,
  world: ChaosWorld,
  probe: InFlightProbe,
): Promise<{ hit: boolean; inFlight: InFlight }> {
  const endMs = performance.now() + AIM_LIMIT_MS;
  for (;;) {
    const inFlight = await probe.look();
    const isThere = fault.strikes(inFlight, world);
    const hit = isThere && (await meetsCalls(world));
    if (hit || performance.now() > endMs) return { hit, inFlight };
    await pause(isThere ? SURGE_EVERY_MS : 5);
  }
}

/** Starts a burst of quick calls, and returns whether enough calls of enough kinds are then unanswered, and a purchase is under way. */
async function meetsCalls({ load }: ChaosWorld): Promise<boolean> {
  load.surge();
  await pause(ON_THE_WIRE_MS);
  const { open, openCalls } = load.view;
  return (
    openCalls >= OPEN_CALLS &&
    Object.values(open).filter((calls) => calls > 0).length >= OPEN_KINDS &&
    load.buyers.underWay > 0
  );
}

/**
 * Waits until clients have seen no failure for QUIET_MS, or `allowedMs` are over. Returns the milliseconds from the end of the fault to the last
 * failure; 0 when there was none.
 */
async function quiet({ load }: ChaosWorld, healedMs: number, allowedMs: number): Promise<number> {
  const last = () => load.view.failures.at(-1)?.atMs ?? 0;
  while (
    performance.now() - Math.max(last(), healedMs) < QUIET_MS &&
    performance.now() - healedMs < allowedMs + QUIET_MS
  )
    await pause(50);
  return Math.max(0, last() - healedMs);
}

/**
 * Waits until no old work is left in the outboxes, the consumer groups, the mails and the webhooks. Returns for each the milliseconds from the end of
 * the fault. A value above CAUGHT_UP_LIMIT_MS means that old work was left; `databases` means that the databases did not answer.
 */
async function moved(probe: InFlightProbe, healedMs: number): Promise<Record<string, number>> {
  const movedMs: Record<string, number> = {};
  for (;;) {
    const inFlight = await probe.look().catch(() => undefined);
    const elapsedMs = performance.now() - healedMs;
    const oldest = {
      outboxes: inFlight?.oldestUnpublishedSeconds,
      mails: inFlight?.mailsStandingSeconds,
      webhooks: inFlight?.webhooksStandingSeconds,
      ...(inFlight?.oldestUnhandledSeconds ?? {}),
    };
    for (const [what, seconds = Infinity] of Object.entries(oldest)) {
      if (seconds < FRESH_SECONDS || elapsedMs > CAUGHT_UP_LIMIT_MS) movedMs[what] ??= elapsedMs;
    }
    if (inFlight && Object.keys(movedMs).length === Object.keys(oldest).length) return movedMs;
    if (elapsedMs > CAUGHT_UP_LIMIT_MS) return { databases: elapsedMs, ...movedMs };
    await pause(100);
  }
}

/**
 * Waits until no work is in flight. Throws when the amount of work has not fallen for `standstillMs`. The whole wait has no limit, because a slow
 * machine may take minutes for the mails of the whole run.
 */
export async function untilSettled(probe: InFlightProbe, standstillMs: number): Promise<void> {
  let least = Infinity;
  for (let fellMs = performance.now(); ;) {
    const inFlight = await probe.look();
    const { reserved, unpublished, unhandled, parked, payments, mails } = inFlight;
    const events = Object.values(unhandled).reduce((sum, count) => sum + count, 0);
    const left = reserved + unpublished + events + parked + payments + mails;
    if (left === 0) return;
    if (left < least) [least, fellMs] = [left, performance.now()];
    if (performance.now() - fellMs > standstillMs)
      throw new Error(`still in flight after ${standstillMs / 1_000} s without progress: ${told(inFlight)}`);
    await pause(100);
  }
}

/** The work in flight, for a report. */
function told(inFlight: InFlight | undefined): string {
  if (!inFlight) return 'databases do not answer';
  const { reserved, unpublished, unhandled, parked, payments, mails } = inFlight;
  const events = Object.entries(unhandled).map(([to, count]) => `${count} for ${to}`);
  return `${reserved} reserved, ${unpublished} unpublished, events ${events.join(', ')}, ${parked} parked, ${payments} of payments, ${mails} mails`;
}
