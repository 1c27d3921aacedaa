import { Controller, Module, type OnApplicationShutdown, type OnModuleDestroy } from '@nestjs/common';
import { createLogger } from '@precis/runtime/logger';
import { eventually } from '@precis/testing/eventually';
import { type FreshDatabase, freshDatabase } from '@precis/testing/postgres';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { Bus, type BusConsumer } from './bus.js';
import { EVENTS } from './catalogue/events.js';
import { OnEvent } from './inbox/event-handler.js';
import { serviceDatabase } from './schema/service-database.js';
import { type Service, startService } from './start-service.js';

interface Config {
  DATABASE_URL: string;
  GRPC_URL: string;
  CALLER_SECRETS: Record<string, string>;
}

const bytes = (value: Buffer) => value;
const PING = {
  path: '/sample.v1.SampleService/Ping',
  requestStream: false,
  responseStream: false,
  requestSerialize: bytes,
  requestDeserialize: bytes,
  responseSerialize: bytes,
  responseDeserialize: bytes,
};

/** The ended parts, in order. */
let ended: string[];
let sick: boolean;
let stopFails: boolean;

class WatchedBus extends Bus {
  async publish(): Promise<void> {}

  async run(): Promise<BusConsumer> {
    const healthy = () => {
      if (sick) throw new Error('the consumer is stuck');
    };
    const stop = async () => {
      if (stopFails) throw new Error('the broker does not let go');
      ended.push('consumer');
    };
    return { stop, healthy };
  }

  async close(): Promise<void> {}
}

let runs: number;
class CountRuns {
  async execute(): Promise<void> {
    runs += 1;
  }
}

/** Works for as long as there is work, which it has until it is told to stop, and then still needs its connections. */
class Busy implements OnModuleDestroy, OnApplicationShutdown {
  private readonly told = Promise.withResolvers<void>();

  async execute(): Promise<void> {
    runs += 1;
    await this.told.promise;
    await observer.query('SELECT 1');
    ended.push('job');
  }

  onModuleDestroy(): void {
    this.told.resolve();
  }

  onApplicationShutdown(): void {
    ended.push('connections');
  }
}

@Controller()
class Registrations {
  @OnEvent(EVENTS.userRegistered)
  async hear(): Promise<void> {}
}

@Module({})
class RootModule {}

const ROOT = { module: RootModule, controllers: [Registrations], providers: [CountRuns] };
const sample: Service<Config> = {
  name: 'sample',
  processSchema: z.never(),
  openDatabase: serviceDatabase({ migrations: [] }),
  module: ({ closers, database }) => {
    closers.push(async () => void ended.push(`module, database ${database.isInitialized ? 'open' : 'closed'}`));
    return ROOT;
  },
  rpc: { 'sample.v1': { ping: PING } },
  publishes: true,
  consumes: true,
  everyMs: [[5, CountRuns]],
};

let folder: string;
let fresh: FreshDatabase;
let observer: DataSource;
beforeEach(async () => {
  [ended, sick, stopFails, runs] = [[], false, false, 0];
  [folder, fresh] = [await mkdtemp(join(tmpdir(), 'sample-')), await freshDatabase()];
  observer = await new DataSource({ type: 'postgres', url: fresh.url }).initialize();
});
afterEach(async () => {
  await observer.destroy();
  await fresh.drop();
  await rm(folder, { recursive: true });
});

function start(changes: Partial<Service<Config>> = {}, grpcUrl = `unix:${join(folder, 's')}`, stopping?: AbortSignal) {
  const config = { DATABASE_URL: fresh.url, GRPC_URL: grpcUrl, CALLER_SECRETS: {} };
  const logger = createLogger('test', 'silent');
  return startService({ ...sample, ...changes }, config, { bus: new WatchedBus(), logger, stopping });
}

const nobodyIsConnected = () =>
  eventually('no connection is left', async () => {
    const [{ n }] = await observer.query(
      `SELECT count(*)::int AS n FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'`,
    );
    return n === 0;
  });

describe('a started service', () => {
  it('runs its periodic use-cases, and closes in the opposite order of its start', async () => {
    const app = await start();
    await eventually('the job ran', () => runs > 1);
    await app.close();
    expect(ended).toEqual(['consumer', 'module, database open']);
    await nobodyIsConnected();
  });

  it('ends while a periodic use-case has work without end, which keeps its connections until it has stopped', async () => {
    const app = await start({ everyMs: [[5, Busy]], module: () => ({ ...ROOT, providers: [Busy] }) });
    await eventually('it runs', () => runs === 1);
    await app.close();
    expect(ended.filter((part) => part !== 'consumer')).toEqual(['job', 'connections']);
  });

  it('with RPCs is ready in any state of its consumer, and not alive while that one is stuck', async () => {
    const app = await start();
    sick = true;
    await app.ready();
    expect(() => app.alive!()).toThrow('the consumer is stuck');
    await app.close();
  });

  it('without RPCs is ready only while its consumer is healthy', async () => {
    const app = await start({ rpc: undefined });
    await app.ready();
    sick = true;
    await expect(app.ready()).rejects.toThrow('the consumer is stuck');
    await app.close();
  });

  it('is not ready once its process is asked to stop', async () => {
    const stopping = new AbortController();
    const app = await start({}, undefined, stopping.signal);
    await app.ready();
    stopping.abort(new Error('shutting down'));
    await expect(app.ready()).rejects.toThrow('shutting down');
    await app.close();
  });
});

describe('a start that fails half-way', () => {
  class Unknown extends CountRuns {}
  const fails = () => {
    throw new Error('no good');
  };

  it.each<[string, Partial<Service<Config>>, string | undefined, string[]]>([
    ['in what runs on the schema', { beforeStart: async () => fails() }, undefined, []],
    ['in its module', { module: fails }, undefined, []],
    ['at its address', {}, 'unix:/no-such-folder/s', ['module, database open']],
    ['at a job it does not have', { everyMs: [[5, Unknown]] }, undefined, ['consumer', 'module, database open']],
  ])('%s leaves nothing open', async (_, changes, grpcUrl, freed) => {
    await expect(start(changes, grpcUrl)).rejects.toThrow();
    expect(ended).toEqual(expect.arrayContaining(freed));
    await nobodyIsConnected();
  });

  it('throws the cause of the failed start, not that of a failed close', async () => {
    stopFails = true;
    await expect(start({ everyMs: [[5, Unknown]] })).rejects.toThrow('Unknown');
    await nobodyIsConnected();
  });
});
