import { Shutdown, stopTogether } from './shutdown.js';

describe('the end of all parts', () => {
  it('reaches every part, the newest first, however many of them fail', async () => {
    const stopped: string[] = [];
    const shutdown = new Shutdown();
    shutdown.add('Postgres', () => stopped.push('Postgres'));
    shutdown.add('bus', () => Promise.reject(new Error('no bus')));
    shutdown.add('gateway', () => {
      throw new Error('no gateway');
    });
    const failures = await shutdown.run();
    expect(stopped).toEqual(['Postgres']);
    expect(failures.map(({ part, error }) => [part, (error as Error).message])).toEqual([
      ['gateway', 'no gateway'],
      ['bus', 'no bus'],
    ]);
  });

  it('does not wait for a part that hangs', async () => {
    const stopped: string[] = [];
    const shutdown = new Shutdown();
    shutdown.add('Postgres', () => stopped.push('Postgres'));
    shutdown.add('gateway', () => new Promise(() => undefined), 20);
    expect(await shutdown.run()).toEqual([{ part: 'gateway', error: new Error('did not stop within 20 ms') }]);
    expect(stopped).toEqual(['Postgres']);
  });

  it('waits for all parts that stop in parallel, and names each that failed', async () => {
    const stopped: string[] = [];
    const slow = Promise.withResolvers<void>();
    const shutdown = new Shutdown();
    shutdown.add('Postgres', () => stopped.push('Postgres'));
    const failing = () => Promise.reject(new Error('auth'));
    shutdown.add('services', () =>
      stopTogether([failing, () => slow.promise.then(() => stopped.push('usage')), failing]),
    );
    const running = shutdown.run();
    setImmediate(slow.resolve);
    expect((await running).map(({ part, error }) => [part, (error as Error).message])).toEqual([
      ['services', 'auth'],
      ['services', 'auth'],
    ]);
    expect(stopped).toEqual(['usage', 'Postgres']);
  });
});
