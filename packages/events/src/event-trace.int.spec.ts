import { inTransaction } from '@precis/runtime/database';
import { activeTraceparent } from '@precis/runtime/tracing/active-trace';
import { SpanKind, startSpan } from '@precis/runtime/tracing/start-span';
import { parseTraceparent } from '@precis/runtime/tracing/traceparent';
import { eventually } from '@precis/testing/eventually';
import { Registry } from 'prom-client';
import type { EventReaction } from './inbox/event-attempt.js';
import { effectReaction, type EventFixture, eventMessage, openEventFixture, TOPIC } from './fixture/event-fixture.js';
import { addToOutbox } from './outbox/outbox.js';
import { Relay } from './outbox/relay.js';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const TRACEPARENT = `00-${TRACE}-b7ad6b7169203331-01`;

/** Nothing is exported here: only the ids must be passed on, as in a deployment without a trace receiver. */
describe('the trace of an event', () => {
  let fixture: EventFixture;
  let seen: (string | undefined)[];
  let relay: Relay | undefined;
  beforeEach(async () => {
    fixture = await openEventFixture();
    seen = [];
  });
  afterEach(async () => {
    await relay?.stop();
    relay = undefined;
    await fixture.close();
  });

  const watching = (then: EventReaction['handle'] = async () => undefined): EventReaction => ({
    ...effectReaction(),
    handle: async (event) => {
      seen.push(activeTraceparent());
      await then(event);
    },
  });
  const within = <T>(work: () => T) =>
    startSpan({
      service: 'tests',
      name: 'a request',
      kind: SpanKind.SERVER,
      parent: parseTraceparent(TRACEPARENT),
    }).run(work);
  const withTrace = (traceparent: string) => {
    const message = eventMessage('u1', 'a');
    return { ...message, headers: { ...message.headers, traceparent } };
  };
  const handled = (count = 1) => eventually('the handler', () => seen.length >= count);

  it('reaches from the transaction that announced it through outbox and bus to the handler', async () => {
    const event = { topic: TOPIC, key: 'u1', type: 'user-registered', payload: Buffer.from('a') };
    await within(() => inTransaction(fixture.database, (manager) => addToOutbox(manager, event)));
    await fixture.consume([watching()]);
    const { database, service, bus, logger } = fixture;
    relay = new Relay({ database, databaseUrl: service.url, bus, producer: 'tests', logger, metrics: new Registry() });
    relay.start();
    await handled();
    expect(seen).toEqual([TRACEPARENT]);
  });

  it('continues in the events that its handler announces', async () => {
    await fixture.consume([
      watching((event) =>
        addToOutbox(event.manager, { topic: TOPIC, key: event.key, type: 'email-verified', payload: event.payload }),
      ),
    ]);
    await fixture.bus.publish([withTrace(TRACEPARENT)]);
    const [row] = await eventually('the outbox row', async () => {
      const rows = await fixture.database.query('SELECT traceparent FROM outbox');
      return rows.length > 0 && rows;
    });
    expect(row.traceparent).toBe(TRACEPARENT);
  });

  it('is the same at each further attempt', async () => {
    await fixture.consume([
      watching(async () => {
        if (seen.length < 3) throw new Error('not yet');
      }),
    ]);
    await fixture.bus.publish([withTrace(TRACEPARENT)]);
    await handled(3);
    expect(seen).toEqual([TRACEPARENT, TRACEPARENT, TRACEPARENT]);
  });

  it.each(['', 'rubbish', `00-${'0'.repeat(32)}-b7ad6b7169203331-01`, `ff${TRACEPARENT.slice(2)}`])(
    'is a new one when the event carries %j',
    async (traceparent) => {
      await fixture.consume([watching()]);
      await fixture.bus.publish([withTrace(traceparent)]);
      await handled();
      expect(seen).toEqual([expect.stringMatching(/^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-0[01]$/)]);
      expect(seen[0]).not.toContain(TRACE);
    },
  );

  it('and its handling are measured once per attempt, by type and outcome', async () => {
    const metrics = new Registry();
    await fixture.consume(
      [
        watching(async () => {
          if (seen.length < 2) throw new Error('not yet');
        }),
      ],
      { metrics },
    );
    await fixture.bus.publish([withTrace(TRACEPARENT)]);
    const count = async (outcome: string) =>
      Number(
        new RegExp(`handling_duration_seconds_count\\{[^}]*type="user-registered",outcome="${outcome}"\\} (\\d+)`).exec(
          await metrics.metrics(),
        )?.[1] ?? 0,
      );
    await eventually('the second attempt', async () => (await count('done')) === 1);
    expect(await count('failed')).toBe(1);
  });
});
