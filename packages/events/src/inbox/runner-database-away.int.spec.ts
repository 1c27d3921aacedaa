import { createLogger } from '@precis/runtime/logger';
import { eventually } from '@precis/testing/eventually';
import { type EventFixture, effectReaction, eventMessage, idOf, openEventFixture } from '../fixture/event-fixture.js';

describe('while the service has no database', () => {
  let fixture: EventFixture;
  beforeEach(async () => {
    fixture = await openEventFixture();
  });
  afterEach(() => fixture.close());

  it('events wait without counting attempts and stay healthy, then all go through in order', async () => {
    let [tries, rounds] = [0, 0];
    const logger = createLogger('events-test', 'warn', {
      write: (line) => void (line.includes('database is unavailable') && rounds++),
    });
    const runner = await fixture.consume([effectReaction(() => void tries++)], { maxAttempts: 1, logger });
    await fixture.bus.publish([eventMessage('u1', 'before')]);
    await eventually('first effect', async () => (await fixture.effects()).length === 1);
    await fixture.service.goAway();
    const events = ['a', 'b', 'c'].map((text) => eventMessage('u1', text));
    await fixture.bus.publish(events);
    await eventually('some rounds of the waiting loop', () => rounds > 2, 20_000);
    runner.healthy();
    expect(tries).toBe(1);
    await fixture.service.comeBack();
    await eventually('all effects', async () => (await fixture.effects().catch(() => [])).length === 4, 20_000);
    expect(await fixture.effects()).toEqual(['before', 'a', 'b', 'c']);
    for (const event of events)
      expect(await fixture.consumed(idOf(event))).toEqual({ state: 'done', attempts: 1, cause: null });
  }, 40_000);

  it('a handler whose connection is cut has no failed attempt counted', async () => {
    const lines: string[] = [];
    const logger = createLogger('events-test', 'warn', { write: (line) => void lines.push(line) });
    let cuts = 0;
    const cutOnce = async () => {
      if (cuts++ === 0) await fixture.service.goAway();
    };
    await fixture.consume([effectReaction(cutOnce)], { maxAttempts: 1, logger });
    const event = eventMessage('u1', 'cut');
    await fixture.bus.publish([event]);
    await eventually('the runner waits', () => lines.some((line) => line.includes('database is unavailable')));
    await fixture.service.comeBack();
    await eventually('effect', async () => (await fixture.effects().catch(() => [])).length === 1, 20_000);
    expect(await fixture.consumed(idOf(event))).toEqual({ state: 'done', attempts: 1, cause: null });
  }, 40_000);
});
