import { Bulkhead } from '@precis/runtime/bulkhead';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { FairFlights, SingleFlight } from './flights.js';
import { overloaded } from './work.errors.js';

const stays = () => new AbortController().signal;

describe('SingleFlight', () => {
  it('does equal work once while it runs, and again after it has ended', async () => {
    const flights = new SingleFlight<number>();
    let runs = 0;
    const work = async () => ++runs;
    await expect(
      Promise.all([flights.run('a', stays(), work), flights.run('a', stays(), work), flights.run('b', stays(), work)]),
    ).resolves.toEqual([1, 1, 2]);
    await expect(flights.run('a', stays(), work)).resolves.toBe(3);
  });

  it('lets one caller leave without taking the work from the others', async () => {
    const flights = new SingleFlight<string>();
    const gate = Promise.withResolvers<string>();
    const leaving = new AbortController();
    const first = flights.run('a', leaving.signal, () => gate.promise);
    const second = flights.run('a', stays(), () => Promise.reject(new Error('must not start again')));
    leaving.abort();
    await expect(first).rejects.toMatchObject({ kind: 'unavailable', code: 'timed_out' });
    gate.resolve('done');
    await expect(second).resolves.toBe('done');
  });

  it('reports a failure to every caller and keeps nothing of it', async () => {
    const flights = new SingleFlight<string>();
    const fails = () => Promise.reject(new Error('no'));
    const both = await Promise.allSettled([flights.run('a', stays(), fails), flights.run('a', stays(), fails)]);
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await expect(flights.run('a', stays(), async () => 'yes')).resolves.toBe('yes');
  });

  it('answers a caller that has already left with timed_out', async () => {
    await expect(new SingleFlight<string>().run('a', AbortSignal.abort(), async () => 'late')).rejects.toMatchObject({
      code: 'timed_out',
    });
  });
});

const never = () => new AbortController().signal;
const staysInLine = () => ({ caller: never(), waiting: never() });
const flightsOn = (concurrency: number, maxWaiting = 100) => {
  const slots = new Bulkhead({ atOnce: concurrency, atOnceOfOne: 1, waiting: maxWaiting, refusal: overloaded });
  return { slots, flights: new FairFlights<string>(slots) };
};
/** Work that ends when the test says so. */
const held = () => {
  const gate = Promise.withResolvers<string>();
  return { end: gate.resolve, work: () => gate.promise };
};

describe('FairFlights', () => {
  it('does equal work once for all accounts, and again after it has ended', async () => {
    const { flights } = flightsOn(2);
    let runs = 0;
    const work = async () => String((runs += 1));
    await expect(
      Promise.all(['a', 'a', 'b'].map((account) => flights.run('x', account, staysInLine(), work))),
    ).resolves.toEqual(['1', '1', '1']);
    await expect(flights.run('x', 'a', staysInLine(), work)).resolves.toBe('2');
  });

  it('starts work as soon as one of its accounts gets a slot, so that none waits for another account’s work', async () => {
    const { flights } = flightsOn(2);
    const busy = held();
    const greedy = [0, 1, 2].map((nr) => flights.run(`own ${nr}`, 'greedy', staysInLine(), busy.work));
    const wanted = flights.run('popular', 'greedy', staysInLine(), async () => 'greedy asked');
    await expect(flights.run('popular', 'victim', staysInLine(), async () => 'victim asked')).resolves.toBe(
      'victim asked',
    );
    await expect(wanted).resolves.toBe('victim asked');
    busy.end('done');
    await expect(Promise.all(greedy)).resolves.toHaveLength(3);
  });

  it('is overloaded only when no account waits any longer: one account’s refusal does not end the work for another', async () => {
    const { flights, slots } = flightsOn(1);
    const busy = held();
    const first = flights.run('first', 'other', staysInLine(), busy.work);
    const leaving = new AbortController();
    const greedy = flights.run(
      'popular',
      'greedy',
      { caller: never(), waiting: leaving.signal },
      async () => 'greedy asked',
    );
    const victim = flights.run('popular', 'victim', staysInLine(), async () => 'victim asked');
    leaving.abort();
    await nextTurn();
    expect(slots.depth).toBe(1);
    busy.end('done');
    await expect(Promise.all([first, greedy, victim])).resolves.toEqual(['done', 'victim asked', 'victim asked']);
  });

  it('refuses all callers once none of them is in line, and forgets the work', async () => {
    const { flights } = flightsOn(1);
    const busy = held();
    const first = flights.run('first', 'other', staysInLine(), busy.work);
    const waiting = AbortSignal.abort();
    const both = ['a', 'b'].map((account) =>
      flights.run('x', account, { caller: never(), waiting }, async () => 'never'),
    );
    await Promise.all(both.map((one) => expect(one).rejects.toMatchObject({ code: 'overloaded' })));
    busy.end('done');
    await first;
    await expect(flights.run('x', 'a', staysInLine(), async () => 'anew')).resolves.toBe('anew');
  });

  it('reports a failure to every caller and keeps nothing of it', async () => {
    const { flights } = flightsOn(1);
    const fails = () => Promise.reject(new Error('no'));
    const both = await Promise.allSettled([
      flights.run('a', 'a', staysInLine(), fails),
      flights.run('a', 'b', staysInLine(), fails),
    ]);
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await expect(flights.run('a', 'a', staysInLine(), async () => 'yes')).resolves.toBe('yes');
  });

  it('lets one caller leave without taking the work from the others', async () => {
    const { flights } = flightsOn(1);
    const { end, work } = held();
    const leaving = new AbortController();
    const first = flights.run('a', 'a', { caller: leaving.signal, waiting: never() }, work);
    const second = flights.run('a', 'b', staysInLine(), work);
    leaving.abort();
    await expect(first).rejects.toMatchObject({ kind: 'unavailable', code: 'timed_out' });
    end('done');
    await expect(second).resolves.toBe('done');
  });
});
