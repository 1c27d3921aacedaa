import { EventEmitter } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { Registry } from 'prom-client';
import { DomainError } from './domain-error.js';
import { createLogger } from './logger.js';
import { opsSettings } from './settings.js';
import { type ProcessLike, runService } from './run-service.js';
import type { ServiceApp } from './service-app.js';

const DRAIN_DELAY_MS = 300;

/** A process whose signals and exit a test can observe. */
class WatchedProcess extends EventEmitter implements ProcessLike {
  readonly pid = 1;
  readonly exits: number[] = [];
  private readonly ended = Promise.withResolvers<number>();

  exit(code: number): void {
    this.exits.push(code);
    this.ended.resolve(code);
  }

  get end(): Promise<number> {
    return this.ended.promise;
  }
}

let watched: WatchedProcess;
let log: string;
let port: number;
beforeEach(() => {
  watched = new WatchedProcess();
  log = '';
});

function run(
  start: (stopping: AbortSignal) => Promise<ServiceApp>,
  drainLimitMs?: number,
  deadLimitMs?: number,
  delay?: (ms: number) => Promise<void>,
): Promise<void> {
  const logger = createLogger('test', 'info', {
    write: (line: string) => {
      log += line;
      port = (JSON.parse(line) as { port?: number }).port ?? port;
    },
  });
  const config = z.object(opsSettings).parse({ OPS_PORT: 0, DRAIN_DELAY_MS });
  return runService({ name: 'test', logger, process: watched, config, drainLimitMs, deadLimitMs, delay }, start);
}

const app = (parts: Partial<ServiceApp> = {}): ServiceApp => ({
  metrics: new Registry(),
  ready: async () => undefined,
  close: async () => undefined,
  ...parts,
});
/** Polls until `condition` holds; limited by the test's timeout. */
const until = async (condition: () => boolean) => {
  while (!condition()) await pause(5);
};
const probe = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).status;

describe('a service as a process of its own', () => {
  it('is alive but not ready while it starts, then both, and shows the resources that the process uses', async () => {
    const starting = Promise.withResolvers<ServiceApp>();
    const running = run(() => starting.promise);
    await until(() => log.includes('ops port open'));
    expect([await probe('/healthz'), await probe('/readyz'), await probe('/metrics')]).toEqual([200, 503, 503]);
    starting.resolve(app());
    await running;
    expect([await probe('/healthz'), await probe('/readyz')]).toEqual([200, 200]);
    expect(await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()).toContain('process_cpu_user_seconds_total');
    watched.emit('SIGTERM');
    expect(await watched.end).toBe(0);
  });

  it('reports first that it is not ready at SIGTERM, serves through the delay, then drains and exits 0', async () => {
    const steps: string[] = [];
    const delayed = Promise.withResolvers<void>();
    const delay = (ms: number) => (steps.push(`waits ${ms} ms`), delayed.promise);
    const start = async (stopping: AbortSignal) => {
      stopping.addEventListener('abort', () => steps.push('not ready'));
      return app({ close: async () => void steps.push('drained') });
    };
    await run(start, undefined, undefined, delay);
    watched.emit('SIGTERM');
    await until(() => steps.length > 1);
    const asked = ['not ready', `waits ${DRAIN_DELAY_MS} ms`];
    expect([await probe('/readyz'), await probe('/healthz'), steps]).toEqual([503, 200, asked]);
    delayed.resolve();
    expect(await watched.end).toBe(0);
    expect(steps).toEqual([...asked, 'drained']);
    await expect(probe('/healthz')).rejects.toThrow();
  });

  it('exits with 1 at a second signal, and when a drain exceeds its limit', async () => {
    await run(async () => app({ close: () => new Promise(() => undefined) }), 100);
    watched.emit('SIGTERM');
    watched.emit('SIGINT');
    expect(await watched.end).toBe(1);
    await until(() => watched.exits.length === 2);
    expect(watched.exits).toEqual([1, 1]);
  });

  it('exits with 1 when it is stopped while its start hangs', async () => {
    void run(() => new Promise(() => undefined), 10);
    await until(() => log.includes('ops port open'));
    watched.emit('SIGTERM');
    expect(await watched.end).toBe(1);
    expect(log).toContain('did not stop in time');
  });

  it('exits with 1 when a part did not close', async () => {
    await run(async () => app({ close: async () => Promise.reject(new Error('pool is stuck')) }));
    watched.emit('SIGTERM');
    expect(await watched.end).toBe(1);
    expect(log).toContain('pool is stuck');
  });

  it('drains and exits with 1 when its liveness failed for the whole limit, and not before', async () => {
    let [sick, looks] = [false, 0];
    const alive = () => {
      looks += 1;
      if (sick) throw new Error('consumer of group test is stalled');
    };
    const steps: string[] = [];
    await run(async () => app({ alive, close: async () => void steps.push('drained') }), undefined, 240);
    sick = true;
    await until(() => looks > 6);
    sick = false;
    const healed = looks;
    await until(() => looks > healed + 20);
    expect(watched.exits).toEqual([]);
    sick = true;
    expect(await watched.end).toBe(1);
    expect(steps).toEqual(['drained']);
    expect(log).toContain('consumer of group test is stalled');
  });

  it('goes on with a drain that failed liveness began when a first signal comes, and exits with 1 at the second one', async () => {
    const alive = () => {
      throw new Error('consumer of group test is stalled');
    };
    const steps: string[] = [];
    const closing = Promise.withResolvers<void>();
    const close = async () => {
      steps.push('drains');
      await closing.promise;
      steps.push('drained');
    };
    await run(async () => app({ alive, close }), undefined, 24);
    await until(() => steps.length === 1);
    watched.emit('SIGTERM');
    expect(watched.exits).toEqual([]);
    watched.emit('SIGTERM');
    expect(watched.exits).toEqual([1]);
    closing.resolve();
    await until(() => watched.exits.length === 2);
    expect([steps, watched.exits]).toEqual([
      ['drains', 'drained'],
      [1, 1],
    ]);
  });

  it('waits for a service or a database that is away, whatever the order of starts', async () => {
    const away = [
      new DomainError('unavailable', 'service_unavailable', 'The service is temporarily unavailable.'),
      Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }),
    ];
    await run(async () => {
      const problem = away.pop();
      if (problem) throw problem;
      return app();
    });
    expect(away).toEqual([]);
    expect(await probe('/readyz')).toBe(200);
    watched.emit('SIGTERM');
    expect(await watched.end).toBe(0);
  });

  it('exits with 1 and reports why when the start fails for good', async () => {
    await run(async () => Promise.reject(new Error('The database lacks 2 migrations')));
    expect(watched.exits).toEqual([1]);
    expect(log).toContain('The database lacks 2 migrations');
  });

  it('stops waiting when asked to', async () => {
    const running = run(async () => Promise.reject(new DomainError('unavailable', 'service_unavailable', 'Away.')));
    await until(() => log.includes('cannot start yet'));
    watched.emit('SIGTERM');
    await running;
    expect(await watched.end).toBe(0);
  });
});
