import { pause } from '@precis/runtime/pause';
import { eventually } from '@precis/testing/eventually';
import { testKafka } from '@precis/testing/kafka';
import type { OutgoingMessage } from '../bus.js';
import { eventMessage, idOf } from '../fixture/event-fixture.js';
import { kafkaForAll } from '../fixture/kafka-for-all.js';
import { disagreements, keyedTexts, keyOf } from '../fixture/keyed-texts.js';
import { runEventsCommand } from '../operator/events-command.js';

const FULL = Boolean(process.env.FULL);
const EVENTS = FULL ? 10_000 : 300;
const KEYS = 50;
const PER_SECOND = 250;
const POISON_AT = Math.floor(EVENTS / 10);
const UNDECODABLE_EVERY = 100;

describe('one poison message and many undecodable ones', () => {
  const shared = kafkaForAll(testKafka);

  const events = async (...words: string[]): Promise<string[]> => {
    const settings = {
      ...process.env,
      DATABASE_URL: shared.fixture.databaseUrl,
      KAFKA_BROKERS: shared.kafka.brokers.join(','),
    };
    const { exitCode, lines } = await runEventsCommand(words, settings);
    if (exitCode !== 0) throw Object.assign(new Error(lines.join('\n')), { code: exitCode });
    return lines;
  };
  const load = (texts: string[]): OutgoingMessage[] =>
    texts.flatMap((text, i) => {
      const event = { ...eventMessage(keyOf(text), text), topic: shared.fixture.topic };
      return i % UNDECODABLE_EVERY === 50
        ? [{ ...event, value: Buffer.from([0xff, i & 0xff]), headers: { 'event-id': '\u0000' } }, event]
        : [event];
    });
  const publish = async (messages: OutgoingMessage[]): Promise<void> => {
    for (let from = 0; from < messages.length; from += PER_SECOND / 10) {
      const now = new Date().toISOString();
      const batch = messages.slice(from, from + PER_SECOND / 10);
      await shared.fixture.bus.publish(
        batch.map((one) =>
          one.headers['occurred-at'] ? { ...one, headers: { ...one.headers, 'occurred-at': now } } : one,
        ),
      );
      await pause(100, new AbortController().signal);
    }
  };

  it('block only the poisoned key, which continues after a fix and replay', async () => {
    const { fixture } = shared;
    const texts = keyedTexts(EVENTS, KEYS);
    const poisonText = texts[POISON_AT];
    const behind = texts.filter((text, i) => i > POISON_AT && keyOf(text) === keyOf(poisonText));
    const cure = { taken: false };
    const handle = (text: string): void => {
      if (text === poisonText && !cure.taken) throw new TypeError('cannot stomach it');
    };
    const messages = load(texts);
    const undecodable = messages.length - EVENTS;
    for (const member of [await fixture.join(handle), await fixture.join(handle)]) member.healthy();
    await publish(load(['warm up']));
    await eventually('the group stands', async () => (await fixture.effects()).length === 1, 30_000);

    await publish(messages);
    const others = texts.filter((text) => text !== poisonText && !behind.includes(text));
    await eventually('all others', async () => (await fixture.effects()).length > others.length);
    expect(disagreements(others, (await fixture.effects()).slice(1))).toEqual([]);

    const poison = messages.find(({ value }) => Buffer.from(value).toString() === poisonText)!;
    const dead = await eventually(
      'death',
      async () => {
        const lines = await events('dead');
        return lines.length === 2 + undecodable && lines;
      },
      30_000,
    );
    const [line] = dead.filter((one) => one.includes(idOf(poison)));
    expect(line).toContain(`${fixture.group}  ${idOf(poison)}`);
    expect(line).toContain('TypeError: cannot stomach it');
    expect(line.split(/ {2,}/).at(-2)).toBe(String(behind.length));
    expect(dead.filter((one) => one.includes('Undecodable'))).toHaveLength(undecodable);
    expect((await events('lag')).join('\n')).toContain('\n0 behind in all');

    cure.taken = true;
    expect(await events('replay', '--event', idOf(poison))).toEqual([
      `replayed ${idOf(poison)} of ${fixture.group}`,
      '1 in all',
    ]);
    await eventually('all', async () => (await fixture.effects()).length > EVENTS, EVENTS * 10 + 10_000);
    expect(disagreements(texts, (await fixture.effects()).slice(1))).toEqual([]);
    await expect(events('replay', '--event', idOf(poison))).rejects.toMatchObject({ code: 1 });
  }, 300_000);
});
