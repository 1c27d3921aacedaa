import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { eventually } from '@precis/testing/eventually';
import { type OutboxFixture, openOutboxFixture } from '../fixture/outbox-fixture.js';
import { RecordingBus } from '../fixture/recording-bus.js';

/** Child processes run the build. */
const LIFE = fileURLToPath(new URL('../../dist/fixture/event-life.main.js', import.meta.url));
const SILENCE_MS = 1_000;
/** The limit for a relay in this process, which also runs tests. */
const TALKING_SILENCE_MS = 2_500;

describe('the active relay', () => {
  let fixture: OutboxFixture;
  let life: ChildProcess | undefined;
  beforeEach(async () => {
    fixture = await openOutboxFixture();
    // The group belongs to the process that will be started.
    await fixture.bus.close();
  });
  afterEach(async () => {
    if (life) {
      life.kill('SIGKILL');
      await once(life, 'exit');
      life = undefined;
    }
    await fixture.close();
  });

  it('is replaced when its process is suspended although its connection is open, and does no harm when it resumes', async () => {
    life = spawn(process.execPath, [LIFE, fixture.service.url, fixture.busUrl, String(SILENCE_MS)], {
      stdio: 'ignore',
    });
    await fixture.announce('u1', 'a');
    await eventually('the process to carry the first', async () => (await fixture.unpublished()) === 0, 60_000);
    life.kill('SIGSTOP');
    const bus = new RecordingBus();
    fixture.relay(bus, { silenceMs: SILENCE_MS });
    await fixture.announce('u1', 'b');
    await eventually('the standby to take over', () => bus.texts().includes('b'), 60_000);
    life.kill('SIGCONT');
    await fixture.announce('u1', 'c');
    await eventually('the next', () => bus.texts().includes('c'), 30_000);
    expect(bus.texts()).toEqual(['b', 'c']);
  }, 180_000);

  it('keeps its lock while a publish takes longer than the silence limit', async () => {
    const slow = Promise.withResolvers<void>();
    const buses = [1, 2].map(() => new RecordingBus(() => slow.promise));
    const tries = () => buses.map((bus) => bus.tries).join();
    fixture.relay(buses[0], { silenceMs: TALKING_SILENCE_MS });
    await fixture.announce('u1', 'slow');
    await eventually('it publishes', () => tries() === '1,0');
    fixture.relay(buses[1], { silenceMs: TALKING_SILENCE_MS });
    // A relay that was starved for the silence limit rightly loses its lock, which shows soon after: then another period is measured.
    let [since, last, before] = [performance.now(), performance.now(), tries()];
    await eventually(
      'twice the silence, in which this process and the database were never late',
      async () => {
        await fixture.database.query('SELECT 1');
        const [now, late] = [performance.now(), performance.now() - last > TALKING_SILENCE_MS / 5];
        if (late || (tries() !== before && now - since < TALKING_SILENCE_MS / 2)) [since, before] = [now, tries()];
        expect(tries()).toBe(before);
        last = now;
        return now - since > 2 * TALKING_SILENCE_MS;
      },
      150_000,
    );
    slow.resolve();
    await eventually('the mark', async () => (await fixture.unpublished()) === 0);
  }, 180_000);
});
