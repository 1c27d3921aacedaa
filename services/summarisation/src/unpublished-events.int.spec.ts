import { Bus, type BusConsumer } from '@precis/events/bus';
import { openEmbeddedBus } from '@precis/events/embedded/embedded-bus';
import { SummaryCompleted } from '@precis/proto/events/summarisation/v1/summary';
import { eventually } from '@precis/testing/eventually';
import { migratedDatabase } from '@precis/testing/migrated-database';
import { busDatabase } from '@precis/events/fixture/bus-database';
import { openDatabase } from './database.js';
import { RunningSummarisation, silent } from './testing/running-summarisation.js';

/** A bus that cannot be reached, as when the process dies between commit and publish. */
class UnreachableBus extends Bus {
  tries = 0;

  async publish(): Promise<void> {
    this.tries += 1;
    throw new Error('the bus is away');
  }

  async run(): Promise<BusConsumer> {
    return { stop: async () => undefined, healthy: () => undefined };
  }

  async close(): Promise<void> {}
}

const closers: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const close of closers.reverse()) await close();
});

describe('while the bus is unavailable', () => {
  it('summaries are still made, and the next process announces each once', async () => {
    const [own, log] = [await migratedDatabase('summarisation', openDatabase), await busDatabase()];
    closers.push(own.drop, log.drop);
    const away = new UnreachableBus();
    const before = await RunningSummarisation.start(own.url, away);
    const { result } = await before
      .as('gateway')
      .summarise({ videoId: 'precisDemo1', parameters: undefined, accountId: '' });
    await eventually('the relay tries', () => away.tries > 0);
    await before.close();

    const bus = await openEmbeddedBus({ url: log.url, logger: silent });
    closers.push(() => bus.close());
    const heard: string[] = [];
    const listener = await bus.run('test', ['summarisation.summary.v1'], async ({ value }) => {
      heard.push(SummaryCompleted.decode(value ?? new Uint8Array()).resultRef);
    });
    closers.push(() => listener.stop());
    const after = await RunningSummarisation.start(own.url, bus);
    closers.push(() => after.close());
    await after.as('gateway').summarise({ videoId: 'precisDemo1', parameters: undefined, accountId: '' });
    const { result: second } = await after
      .as('gateway')
      .summarise({ videoId: 'precisDemo2', parameters: undefined, accountId: '' });
    await eventually('both events', () => heard.length >= 2);
    expect([...heard].sort()).toEqual([result?.resultRef, second?.resultRef].sort());
  }, 30_000);
});
