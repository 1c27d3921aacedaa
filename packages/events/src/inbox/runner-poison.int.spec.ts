import { eventually } from '@precis/testing/eventually';
import {
  type EventFixture,
  effectReaction,
  eventMessage,
  GROUP,
  idOf,
  openEventFixture,
} from '../fixture/event-fixture.js';
import { replayEvents, skipEvents } from '../operator/dead-events.js';

describe('a poisonous event', () => {
  let fixture: EventFixture;
  let cured = false;
  const poison = eventMessage('u1', 'poison');
  const behind = [eventMessage('u1', 'behind-1'), eventMessage('u1', 'behind-2')];
  const reaction = effectReaction((text) => {
    if (text === 'poison' && !cured) throw new TypeError('cannot stomach it');
  });

  beforeEach(async () => {
    cured = false;
    fixture = await openEventFixture();
    await fixture.bus.publish([eventMessage('u1', 'before'), poison, ...behind, eventMessage('u2', 'other')]);
  });
  afterEach(() => fixture.close());

  /** The other key is handled meanwhile, at any moment. */
  const dead = async () => {
    await eventually('death', async () => (await fixture.consumed(idOf(poison)))?.state === 'dead');
    await eventually('the other key', async () => (await fixture.effects()).includes('other'));
  };

  it('is parked with the later events of its key, while all others continue', async () => {
    await fixture.consume([reaction], { backoff: { firstMs: 60_000, factor: 1, capMs: 60_000 } });
    await eventually('the other key', async () => (await fixture.effects()).includes('other'));
    expect(await fixture.effects()).toEqual(['before', 'other']);
    expect(await fixture.consumed(idOf(poison))).toEqual({
      state: 'parked',
      attempts: 1,
      cause: 'TypeError: cannot stomach it',
    });
    expect(await fixture.consumed(idOf(behind[0]))).toEqual({ state: 'parked', attempts: 0, cause: null });
  });

  it('is handled in order with later events of its key when an attempt succeeds', async () => {
    await fixture.consume([reaction], { maxAttempts: 1_000 });
    await eventually('three attempts', async () => ((await fixture.consumed(idOf(poison)))?.attempts ?? 0) >= 3);
    await eventually('the other key', async () => (await fixture.effects()).includes('other'));
    cured = true;
    await eventually('all effects', async () => (await fixture.effects()).length === 5);
    expect(await fixture.effects()).toEqual(['before', 'other', 'poison', 'behind-1', 'behind-2']);
  });

  it('is dead with its cause after the last attempt, and later events of its key wait', async () => {
    await fixture.consume([reaction], { maxAttempts: 3 });
    await dead();
    expect(await fixture.consumed(idOf(poison))).toEqual({
      state: 'dead',
      attempts: 3,
      cause: 'TypeError: cannot stomach it',
    });
    const late = eventMessage('u1', 'late');
    await fixture.bus.publish([late]);
    await eventually('late one parked', async () => (await fixture.consumed(idOf(late)))?.state === 'parked');
    expect(await fixture.effects()).toEqual(['before', 'other']);
  });

  it('is revived by replay, before later events of its key', async () => {
    await fixture.consume([reaction], { maxAttempts: 2 });
    await dead();
    cured = true;
    expect(await replayEvents(fixture.database, { eventId: idOf(poison) })).toEqual([
      { group: GROUP, eventId: idOf(poison) },
    ]);
    await eventually('all effects', async () => (await fixture.effects()).length === 5);
    expect(await fixture.effects()).toEqual(['before', 'other', 'poison', 'behind-1', 'behind-2']);
    expect(await replayEvents(fixture.database, { eventId: idOf(poison) })).toEqual([]);
  });

  it('is given up by skip, and later events of its key continue', async () => {
    await fixture.consume([reaction], { maxAttempts: 2 });
    await dead();
    expect(await skipEvents(fixture.database, { eventId: idOf(poison) })).toHaveLength(1);
    await eventually('those behind', async () => (await fixture.effects()).length === 4);
    expect(await fixture.effects()).toEqual(['before', 'other', 'behind-1', 'behind-2']);
    expect(await fixture.consumed(idOf(poison))).toMatchObject({
      state: 'done',
      cause: 'skipped after TypeError: cannot stomach it',
    });
  });
});
