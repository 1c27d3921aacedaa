import { LIMITS } from '@precis/runtime/batches/batch-stream';
import { CLOSE_LIMIT_MS, DRAIN_LIMIT_MS, OPEN_CALLS_LIMIT_MS, TRACES_LIMIT_MS } from '@precis/runtime/drain-limits';
import { composeText } from './compose-file.js';
import { textOf } from './repository-files.js';
import { settingsOf } from './service-settings.js';

/** A constant of a file, in ms. */
function constant(path: string, name: string): number {
  const [, digits] = new RegExp(`const ${name} = ([\\d_]+);`).exec(textOf(path)) ?? [];
  if (digits === undefined) throw new Error(`${path} has no constant ${name}`);
  return Number(digits.replaceAll('_', ''));
}

const NEEDED = {
  DATABASE_URL: 'postgres://db',
  GRPC_URL: 'unix:/s',
  CALLER_SECRETS: 'gateway=0123456789abcdef',
  KAFKA_BROKERS: 'kafka:9092',
};

let summary: Record<string, number>;
let delayMs: number;
beforeAll(async () => {
  summary = (await settingsOf('summarisation')).values(NEEDED) as Record<string, number>;
  delayMs = summary.DRAIN_DELAY_MS;
});
const workMs = constant('services/gateway/src/admission/run-metered-call.usecase.ts', 'WORK_DEADLINE_MS');
const drainMs = DRAIN_LIMIT_MS;
const settleMs = constant('services/gateway/src/close-gateway.ts', 'SETTLE_LIMIT_MS');
const keptMs = constant('services/summarisation/src/results/engine-chain.ts', 'KEPT_MS');

describe('the time limits of one summary', () => {
  it('leave the extractive engine its time after a model has used up all of its own', () => {
    expect(keptMs).toBeGreaterThanOrEqual(5_000);
    expect(summary.OPENAI_TIMEOUT_MS + keptMs).toBeLessThanOrEqual(summary.SUMMARY_TIMEOUT_MS);
  });

  it('let the service answer before the gateway gives it up', () => {
    expect(summary.SUMMARY_TIMEOUT_MS + 3_000).toBeLessThanOrEqual(workMs);
  });

  it('give a model most of a minute', () => {
    expect(summary.SUMMARY_TIMEOUT_MS).toBe(55_000);
    expect(summary.OPENAI_TIMEOUT_MS).toBeGreaterThanOrEqual(45_000);
  });

  it('in standalone let the gateway report what it owes after its calls, before it is given up', () => {
    const openCallsMs = constant('services/standalone/src/start-gateway.ts', 'OPEN_CALLS_LIMIT_MS');
    const reportsMs = constant('services/gateway/src/close-gateway.ts', 'REPORTS_LIMIT_MS');
    const stopMs = constant('services/standalone/src/standalone.ts', 'GATEWAY_STOP_LIMIT_MS');
    expect(openCallsMs + settleMs + reportsMs).toBeLessThan(stopMs);
  });

  it('let a stopping process finish its calls and the work that they need', () => {
    expect(workMs).toBeLessThan(OPEN_CALLS_LIMIT_MS);
    expect(OPEN_CALLS_LIMIT_MS + settleMs + 1_000).toBeLessThanOrEqual(CLOSE_LIMIT_MS);
    expect(CLOSE_LIMIT_MS + TRACES_LIMIT_MS).toBeLessThan(drainMs);
    expect(constant('packages/runtime/src/service-app.ts', 'CONNECTION_GRACE_MS')).toBeGreaterThan(drainMs);
  });

  it('end before those who wait for the gateway give it up', () => {
    const example = Number(/timeout=(\d+)/.exec(textOf('web/src/features/docs/snippets.rule.ts'))?.[1]) * 1_000;
    for (const patienceMs of [constant('web/src/lib/call-gateway.ts', 'TIMEOUT_MS'), example]) {
      expect(patienceMs).toBeGreaterThan(workMs + LIMITS.deadlineMs);
    }
  });

  it('are all within the time that compose gives a container to stop', () => {
    const [seconds] = [...composeText().matchAll(/^ {2}stop_grace_period: (\d+)s$/gm)].map(([, text]) => Number(text));
    expect(delayMs + drainMs).toBeLessThan(seconds * 1_000);
  });

  it.each(['ARCHITECTURE.md', 'docs/operations.md', 'docs/adr/0005-separate-processes.md'])(
    'match the grace period in %s',
    (path) => {
      const [, seconds] = /grace period must exceed (\d+) s/.exec(textOf(path).replace(/\s+/g, ' ')) ?? [];
      expect(Number(seconds) * 1_000).toBe(delayMs + drainMs);
    },
  );
});
