import { eventually } from '@precis/testing/eventually';
import { Registry } from 'prom-client';
import type { Bus } from '../bus.js';
import { withCorrelation } from '../event-message.js';
import {
  type EventFixture,
  effectReaction,
  eventMessage,
  idOf,
  openEventFixture,
  TOPIC,
} from '../fixture/event-fixture.js';
import { addToOutbox } from '../outbox/outbox.js';

describe('consumer runner', () => {
  let fixture: EventFixture;
  beforeEach(async () => {
    fixture = await openEventFixture();
  });
  afterEach(() => fixture.close());

  it('runs the handler once when an event is delivered twice', async () => {
    await fixture.consume([effectReaction()]);
    const event = eventMessage('u1', 'once');
    await fixture.bus.publish([event, event, eventMessage('u1', 'next'), event, eventMessage('u2', 'last')]);
    await eventually('last effect', async () => (await fixture.effects()).includes('last'));
    expect(await fixture.effects()).toEqual(['once', 'next', 'last']);
  });

  it('handles the events of a key in order', async () => {
    const texts = Array.from({ length: 300 }, (_, i) => `k${i % 3}-${i}`);
    await fixture.consume([effectReaction()]);
    await fixture.bus.publish(texts.map((text) => eventMessage(text.slice(0, 2), text)));
    await eventually('all effects', async () => (await fixture.effects()).length === texts.length, 20_000);
    for (const key of ['k0', 'k1', 'k2']) {
      expect((await fixture.effects()).filter((text) => text.startsWith(key))).toEqual(
        texts.filter((text) => text.startsWith(key)),
      );
    }
  });

  it('skips unknown types, and records nothing for them', async () => {
    await fixture.consume([effectReaction()]);
    const unknown = eventMessage('u1', 'unknown', 'user-promoted');
    await fixture.bus.publish([unknown, eventMessage('u1', 'known')]);
    await eventually('effect', async () => (await fixture.effects()).length === 1);
    expect(await fixture.consumed(idOf(unknown))).toBeUndefined();
  });

  it('records an undecodable message as dead by its position, once, and blocks no other', async () => {
    const bad = {
      topic: TOPIC,
      key: 'u1',
      value: Buffer.from('?'),
      headers: { type: 'user-registered', odd: 'a\u0001' },
    };
    await fixture.bus.publish([bad, eventMessage('u1', 'after')]);
    const repeating = Object.create(fixture.bus) as Bus;
    repeating.run = (group, topics, handle) =>
      fixture.bus.run(group, topics, async (message) => {
        await handle(message);
        await handle(message);
      });
    await fixture.consume([effectReaction()], { bus: repeating });
    await eventually('effect', async () => (await fixture.effects()).length === 1);
    expect(await fixture.consumed(`${TOPIC}/0/0`)).toMatchObject({
      state: 'dead',
      cause: 'Undecodable: event-id is not a uuid',
    });
    expect(await fixture.database.query("SELECT 1 FROM consumed_events WHERE state = 'dead'")).toHaveLength(1);
  });

  it('reports the number of unhandled messages', async () => {
    const metrics = new Registry();
    const lag = async () =>
      /precis_events_lag\{group="[^"]+",topic="auth.user.v1"\} (\d+)/.exec(await metrics.metrics())?.[1];
    let goOn = (): void => undefined;
    const hang = new Promise<void>((resolve) => (goOn = resolve));
    await fixture.bus.publish([eventMessage('u1', 'a'), eventMessage('u1', 'b'), eventMessage('u2', 'c')]);
    await fixture.consume([effectReaction(() => hang)], { metrics });
    expect(await lag()).toBe('3');
    goOn();
    await eventually('no lag', async () => (await lag()) === '0');
  });

  it('refuses two handlers of a type in a group', async () => {
    await expect(fixture.consume([effectReaction(), effectReaction()])).rejects.toThrow(
      'two handlers of user-registered',
    );
  });

  it('passes the correlation to the events that a handler announces', async () => {
    const announce = effectReaction();
    announce.handle = (event) =>
      addToOutbox(event.manager, { topic: TOPIC, key: event.key, type: 'email-verified', payload: event.payload });
    await fixture.consume([announce]);
    await withCorrelation({ correlationId: 'of the test' }, () => fixture.bus.publish([eventMessage('u1', 'cause')]));
    const [row] = await eventually('outbox row', async () => {
      const rows = await fixture.database.query('SELECT correlation_id FROM outbox');
      return rows.length > 0 && rows;
    });
    expect(row.correlation_id).toBe('c-cause');
  });
});
