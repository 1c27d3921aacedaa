import 'reflect-metadata';
import { type INestApplication, Controller, Module } from '@nestjs/common';
import { startNestApp } from '@precis/runtime/service-app';
import { eventually } from '@precis/testing/eventually';
import { Registry } from 'prom-client';
import { EventType } from '../catalogue/event-type.js';
import { EventConsumerStrategy } from './event-consumer.strategy.js';
import { OnEvent, type ReceivedEvent } from './event-handler.js';
import { type EventFixture, eventMessage, GROUP, idOf, openEventFixture, TOPIC } from '../fixture/event-fixture.js';

class Indigestion extends Error {
  override name = 'Indigestion';
}

const texts = {
  encode: (text: string) => ({ finish: () => Buffer.from(text) }),
  decode: (bytes: Uint8Array) => {
    const text = Buffer.from(bytes).toString();
    if (text === 'garbled') throw new Indigestion('of bytes');
    return text;
  },
};
const topic = { name: TOPIC, partitions: 1, writer: 'tests' };
const registered = new EventType(topic, 'user-registered', texts, (text) => text);

@Controller()
class UserConsumer {
  @OnEvent(registered)
  async onUserRegistered(event: ReceivedEvent<typeof registered>): Promise<void> {
    const text = event.message;
    await event.manager.query('INSERT INTO effects (text) VALUES ($1)', [
      `${event.key} ${event.type} ${text} ${event.correlationId}`,
    ]);
    if (text === 'poison') throw new Indigestion('of user u2');
  }
}

@Module({ controllers: [UserConsumer] })
class ConsumerModule {}

@Controller()
class SecondConsumer {
  @OnEvent(registered)
  async alsoOnUserRegistered(): Promise<void> {}
}

@Module({ controllers: [UserConsumer, SecondConsumer] })
class QuarrelsomeModule {}

describe('event handlers in Nest', () => {
  let fixture: EventFixture;
  let app: INestApplication | undefined;
  beforeEach(async () => {
    fixture = await openEventFixture();
  });
  afterEach(async () => {
    await app?.close();
    app = undefined;
    await fixture.close();
  });

  const start = (module: object) => {
    const { bus, database, logger } = fixture;
    const events = new EventConsumerStrategy({
      group: GROUP,
      bus,
      database,
      logger,
      metrics: new Registry(),
      maxAttempts: 1,
    });
    return { events, started: startNestApp({ module, logger, callerSecrets: {}, events }) };
  };

  it('commit their effect together with the row in consumed_events', async () => {
    const { events, started } = start(ConsumerModule);
    app = await started;
    const event = eventMessage('u1', 'hello');
    await fixture.bus.publish([event, event]);
    await eventually('done', async () => (await fixture.consumed(idOf(event)))?.state === 'done');
    const transactions = await fixture.database.query(
      'SELECT xmin::text FROM effects UNION SELECT xmin::text FROM consumed_events',
    );
    expect(transactions).toHaveLength(1);
    expect(await fixture.effects()).toEqual(['u1 user-registered hello c-hello']);
    events.healthy();
  });

  it('leave no effect when they throw, and the cause is kept as it was thrown', async () => {
    app = await start(ConsumerModule).started;
    const event = eventMessage('u2', 'poison');
    await fixture.bus.publish([event]);
    await eventually('dead', async () => (await fixture.consumed(idOf(event)))?.state === 'dead');
    expect(await fixture.consumed(idOf(event))).toEqual({
      state: 'dead',
      attempts: 1,
      cause: 'Indigestion: of user u2',
    });
    expect(await fixture.effects()).toEqual([]);
  });

  it('are not called with malformed bytes, which count as a failed attempt', async () => {
    app = await start(ConsumerModule).started;
    const [event, next] = [eventMessage('u3', 'garbled'), eventMessage('u4', 'hello')];
    await fixture.bus.publish([event, next]);
    await eventually('done', async () => (await fixture.consumed(idOf(next)))?.state === 'done');
    expect(await fixture.consumed(idOf(event))).toEqual({ state: 'dead', attempts: 1, cause: 'Indigestion: of bytes' });
  });

  it('are refused at start when two of them serve one type', async () => {
    await expect(start(QuarrelsomeModule).started).rejects.toThrow(
      'group tests has two handlers of user-registered on auth.user.v1',
    );
  });
});
