import { randomUUID } from 'node:crypto';
import { QuotaWorld, reserve } from '../testing/quota-world.js';
import type { AccountOutcome } from './operation-batch.js';
import { type LockWait, UsualOperations, type UsualOutcomes } from './usual-operations.repository.js';

/** Records how each statement waits for locks, and how many operations it is asked to decide. */
class Recording extends UsualOperations {
  readonly statements: { wait: LockWait; operations: number }[] = [];
  before: (statement: number) => Promise<void> = async () => undefined;

  override async decide(...asked: Parameters<UsualOperations['decide']>): Promise<UsualOutcomes> {
    const [, , places, , wait] = asked;
    this.statements.push({ wait, operations: places.length });
    await this.before(this.statements.length);
    return super.decide(...asked);
  }
}

let recording: Recording;
let world: QuotaWorld;
beforeEach(async () => {
  recording = new Recording();
  world = await QuotaWorld.open(recording);
});
afterEach(() => world?.close());

/** Accounts with a row, which a statement can lock, and with enough quota for any number of batches. */
async function knownAccounts(count: number): Promise<string[]> {
  const accounts = Array.from({ length: count }, () => randomUUID());
  await world.kinds(...accounts.map((account): [string, ReturnType<typeof reserve>] => [account, reserve()]));
  await world.database.query('UPDATE quota_accounts SET timetable = $1', [
    JSON.stringify({ freeVideosPerMonth: 1_000_000, entries: [] }),
  ]);
  recording.statements.length = 0;
  return accounts;
}
/** Locks accounts as another transaction does, until the returned function is called. */
async function lock(accounts: string[]): Promise<() => Promise<void>> {
  const holder = world.database.createQueryRunner();
  await holder.startTransaction();
  await holder.query('SELECT FROM quota_accounts WHERE account_id = ANY ($1) FOR UPDATE', [accounts]);
  return async () => {
    await holder.rollbackTransaction();
    await holder.release();
  };
}
const batchOf = (accounts: string[]) => accounts.map((accountId) => ({ accountId, operation: reserve() }));

describe('accounts that are locked', () => {
  it('by another batch are decided together after it, and not each in a transaction of its own', async () => {
    const accounts = await knownAccounts(10);
    const batches = await Promise.all([1, 2].map(() => world.apply.execute(batchOf(accounts))));
    expect(batches.flat().map(({ outcome }) => outcome.kind)).toEqual(Array(20).fill('granted'));
    // The second batch may get the locks first: then the first one has a second statement too.
    expect(recording.statements.length).toBeLessThanOrEqual(3);
    for (const { wait, operations } of recording.statements)
      expect({ isAlone: wait === 'long', operations }).toEqual({ isAlone: false, operations: 10 });
  });

  it('for a moment are not treated like those that are locked for long', async () => {
    const [stuck, shortly] = await knownAccounts(2);
    const [release, releaseShortly] = await Promise.all([lock([stuck]), lock([shortly])]);
    recording.before = async (statement) => {
      if (statement === 3) await releaseShortly();
      if (statement === 4) await release();
    };
    await world.apply.execute(batchOf([stuck, shortly]));
    expect(recording.statements).toEqual([
      { wait: 'skips', operations: 2 },
      { wait: 'brief', operations: 2 },
      { wait: 'skips', operations: 2 },
      { wait: 'long', operations: 1 },
    ]);
  });

  it('for long delay other accounts once, also those that wait for one of the four turns', async () => {
    const [other, ...stuck] = await knownAccounts(6);
    const release = await lock(stuck);
    const batches: Promise<AccountOutcome[]>[] = [];
    /** Sends a batch, and returns how its statements waited until the sender may send the next one. */
    const waitsOfNext = async (accounts: string[]): Promise<LockWait[]> => {
      const from = recording.statements.length;
      await new Promise<void>((resolve) => {
        batches.push(world.apply.execute(batchOf(accounts), (_, __, passes) => passes && resolve()));
      });
      return recording.statements.slice(from).map(({ wait }) => wait);
    };

    expect(await waitsOfNext([...stuck, other])).toEqual(['skips', 'brief', 'skips']);
    for (const account of stuck) expect(await waitsOfNext([account, other])).not.toContain('brief');

    await release();
    for (const outcomes of await Promise.all(batches))
      expect(new Set(outcomes.map(({ outcome }) => outcome.kind))).toEqual(new Set(['granted']));
  });
});
