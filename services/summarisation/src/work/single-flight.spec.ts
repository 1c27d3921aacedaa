import { SingleFlight } from './single-flight.js';

const stays = () => new AbortController().signal;

describe('SingleFlight', () => {
  it('does equal work once while it runs, and anew after it has ended', async () => {
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

  it('tells everyone of a failure and keeps none of it', async () => {
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
