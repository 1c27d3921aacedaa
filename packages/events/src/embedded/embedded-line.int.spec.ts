import { createLogger } from '@precis/runtime/logger';
import { type FreshDatabase, freshDatabase } from '@precis/testing/postgres';
import { Client } from 'pg';
import { EmbeddedLine } from './embedded-line.js';

describe('the permanent connection of the bus', () => {
  let database: FreshDatabase;
  let line: EmbeddedLine;
  beforeEach(async () => {
    database = await freshDatabase();
    line = new EmbeddedLine(database.url, createLogger('embedded-line', 'silent'));
    await line.open();
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await line.close();
    await database.drop();
  });

  it('runs one query at a time, however many groups come and go in parallel', async () => {
    const query = Client.prototype.query as unknown as (...args: unknown[]) => Promise<unknown>;
    let [running, most] = [0, 0];
    jest.spyOn(Client.prototype, 'query').mockImplementation(async function (this: Client, ...args: unknown[]) {
      most = Math.max(most, ++running);
      return query.apply(this, args).finally(() => running--);
    } as never);
    const groups = ['a', 'b', 'c', 'd'];
    await Promise.all(groups.map((group) => line.claim(group)));
    await Promise.all([...groups.map((group) => line.release(group)), line.claim('e')]);
    expect(most).toBe(1);
  });

  it('gives a group to one of two contenders that ask at the same time', async () => {
    const results = await Promise.allSettled([line.claim('g'), line.claim('g')]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    await line.release('g');
    await line.claim('g');
  });
});
