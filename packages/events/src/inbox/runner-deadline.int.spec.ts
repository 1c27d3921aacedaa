import { eventually } from '@precis/testing/eventually';
import type { EntityManager } from 'typeorm';
import { type EventFixture, effectReaction, eventMessage, idOf, openEventFixture } from '../fixture/event-fixture.js';
import type { RawEvent } from './event-attempt.js';

describe('a handler past its deadline', () => {
  let fixture: EventFixture;
  beforeEach(async () => {
    fixture = await openEventFixture();
  });
  afterEach(() => fixture.close());

  it('counts as a failed attempt, and commits nothing afterwards', async () => {
    const managers: EntityManager[] = [];
    let goOn = (): void => undefined;
    const hang = new Promise<void>((resolve) => (goOn = resolve));
    const { handle, ...reaction } = effectReaction(() => (managers.length === 1 ? hang : undefined));
    const lateErrors: unknown[] = [];
    const slowly = async (event: RawEvent): Promise<void> => {
      const attempt = managers.push(event.manager);
      await handle(event);
      if (attempt > 1) return;
      await event.manager
        .query("INSERT INTO effects (text) VALUES ('too late')")
        .catch((error) => lateErrors.push(error));
    };
    const slow = eventMessage('u1', 'slow');
    await fixture.bus.publish([slow, eventMessage('u2', 'other')]);
    await fixture.consume([{ ...reaction, handle: slowly }], {
      deadlineMs: 300,
      backoff: { firstMs: 1, factor: 1, capMs: 1 },
    });
    await eventually('second attempt', async () => (await fixture.consumed(idOf(slow)))?.state === 'done');
    goOn();
    await eventually('the late statement was refused', () => lateErrors.length === 1);
    await eventually('the other key', async () => (await fixture.effects()).includes('other'));
    expect((await fixture.effects()).toSorted()).toEqual(['other', 'slow']);
    expect(await fixture.consumed(idOf(slow))).toEqual({
      state: 'done',
      attempts: 2,
      cause: 'HandlerDeadline: the handler did not finish within 300 ms',
    });
  });

  it('releases its locks immediately, even while it waits for one', async () => {
    await fixture.database.query("INSERT INTO effects (text) VALUES ('contended'), ('held')");
    const blocker = fixture.database.createQueryRunner();
    await blocker.startTransaction();
    await blocker.query("UPDATE effects SET text = text WHERE text = 'contended'");
    const reaction = effectReaction();
    reaction.handle = async (event) => {
      await event.manager.query("UPDATE effects SET text = text WHERE text = 'held'");
      await event.manager.query("UPDATE effects SET text = text WHERE text = 'contended'");
    };
    const waiting = eventMessage('u1', 'waiting');
    await fixture.bus.publish([waiting]);
    await fixture.consume([reaction], { deadlineMs: 300, maxAttempts: 1 });
    await eventually('death', async () => (await fixture.consumed(idOf(waiting)))?.state === 'dead');
    // This would wait forever if the dead attempt still held its lock.
    await fixture.database.query("UPDATE effects SET text = text WHERE text = 'held'");
    await blocker.rollbackTransaction();
    await blocker.release();
  });
});
