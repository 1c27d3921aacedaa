import { eventually } from '@precis/testing/eventually';
import { type EventsOutcome, runEventsCommand } from './events-command.js';
import {
  type EventFixture,
  effectReaction,
  eventMessage,
  GROUP,
  idOf,
  openEventFixture,
  TOPIC,
} from '../fixture/event-fixture.js';

const SECRET = 'payload-that-nobody-prints';

describe('the operator', () => {
  let fixture: EventFixture;
  let cured: boolean;
  const poison = eventMessage('u1', SECRET);
  const run = (line: string): Promise<EventsOutcome> =>
    runEventsCommand(line.split(' '), { DATABASE_URL: `${fixture.service.url} `, BUS_DATABASE_URL: fixture.busUrl });

  beforeEach(async () => {
    cured = false;
    fixture = await openEventFixture();
    const undecodable = { topic: TOPIC, key: 'u2', value: Buffer.from(SECRET), headers: {} };
    await fixture.bus.publish([poison, eventMessage('u1', 'behind'), undecodable, eventMessage('u3', 'other')]);
    const reaction = effectReaction((text) => {
      if (text === SECRET && !cured) throw new TypeError('cannot\u001b[2J stomach it');
    });
    await fixture.consume([reaction], { maxAttempts: 2 });
    await eventually('death', async () => (await fixture.consumed(idOf(poison)))?.state === 'dead');
    await eventually('other', async () => (await fixture.effects()).length === 1);
  });
  afterEach(() => fixture.close());

  it('sees dead events with their cause, position, attempts and waiting events, and never a payload', async () => {
    const { exitCode, lines } = await run('dead');
    expect(exitCode).toBe(0);
    expect(lines).toHaveLength(3);
    const [head, first, second] = lines.map((line) => line.split(/ {2,}/));
    expect(head).toEqual([
      'GROUP',
      'EVENT',
      'TYPE',
      'KEY',
      'TOPIC',
      'PARTITION',
      'OFFSET',
      'ATTEMPTS',
      'AGE',
      'BEHIND',
      'CAUSE',
    ]);
    const rows = [first, second].toSorted((a) => (a[1] === idOf(poison) ? -1 : 1));
    expect(rows[0]).toEqual([
      GROUP,
      idOf(poison),
      'user-registered',
      'u1',
      TOPIC,
      '0',
      '0',
      '2',
      expect.stringMatching(/^\d+s$/),
      '1',
      'TypeError: cannot\ufffd[2J stomach it',
    ]);
    expect(rows[1]).toEqual([
      GROUP,
      `${TOPIC}/0/2`,
      '-',
      '-',
      TOPIC,
      '0',
      '2',
      '0',
      expect.stringMatching(/^\d+s$/),
      '0',
      'Undecodable: event-id is not a uuid',
    ]);
    expect(lines.join()).not.toContain(SECRET);
    expect((await run('dead --group others')).lines).toEqual(['no event is dead']);
  });

  it('sees the lag of the embedded log, and what is parked although the log is read', async () => {
    const { lines } = await eventually('read to the end', async () => {
      const outcome = await run('lag');
      return outcome.lines.includes('0 behind in all') && outcome;
    });
    expect(lines.map((line) => line.split(/ {2,}/))).toEqual([
      ['GROUP', 'TOPIC', 'PARTITION', 'POSITION', 'END', 'LAG'],
      [GROUP, TOPIC, '0', '4', '4', '0'],
      ['0 behind in all'],
      [''],
      ['GROUP', 'TOPIC', 'PARKED', 'DEAD'],
      [GROUP, TOPIC, '1', '2'],
    ]);
    expect(await run('lag --group nobody')).toEqual({
      exitCode: 1,
      lines: ['events: the group has no offset in any topic'],
    });
  });

  it('revives a dead event after the fix: it and the waiting ones are handled once, in order', async () => {
    cured = true;
    expect(await run(`replay --event ${idOf(poison)}`)).toEqual({
      exitCode: 0,
      lines: [`replayed ${idOf(poison)} of ${GROUP}`, '1 in all'],
    });
    await eventually('effects', async () => (await fixture.effects()).length === 3);
    expect(await fixture.effects()).toEqual(['other', SECRET, 'behind']);
    expect(await run(`replay --event ${idOf(poison)}`)).toMatchObject({ exitCode: 1 });
    expect(await run('replay --all')).toEqual({ exitCode: 0, lines: ['0 in all'] });
  });

  it('gives events up, and waiting ones continue; another group is not affected', async () => {
    expect(await run('skip --all --group others')).toEqual({ exitCode: 0, lines: ['0 in all'] });
    expect((await run('skip --all')).lines.at(-1)).toBe('2 in all');
    await eventually('behind', async () => (await fixture.effects()).length === 2);
    expect(await fixture.effects()).toEqual(['other', 'behind']);
    expect((await run('dead')).lines).toEqual(['no event is dead']);
  });

  it('sees errors without the secrets of a URL', async () => {
    const secret = 'postgres://somebody:hush-hush@127.0.0.1:1/nowhere';
    const away = await runEventsCommand(['dead'], { DATABASE_URL: secret });
    expect(away).toEqual({ exitCode: 1, lines: [expect.stringMatching(/^events: database nowhere: .*ECONNREFUSED/)] });
    expect(await runEventsCommand(['dead'], { DATABASE_URL: fixture.busUrl })).toEqual({
      exitCode: 1,
      lines: [expect.stringContaining('is it the right one?')],
    });
    expect((await runEventsCommand(['dead'], {})).exitCode).toBe(2);
    expect((await runEventsCommand(['lag'], {})).exitCode).toBe(2);
    expect(await runEventsCommand(['dead'], { DATABASE_URL: 'hush-hush' })).toMatchObject({ exitCode: 2 });
    expect(JSON.stringify([away, await runEventsCommand(['dead'], { DATABASE_URL: 'hush-hush' })])).not.toContain(
      'hush-hush',
    );
    const noKafka = await runEventsCommand(['lag'], { KAFKA_BROKERS: '127.0.0.1:1' });
    expect(noKafka).toEqual({ exitCode: 1, lines: [expect.stringContaining('events: Kafka at 127.0.0.1:1: ')] });
  }, 60_000);
});
