import { eventually } from '@precis/testing/eventually';
import { randomUUID } from 'node:crypto';
import { QuotaWorld, reserve } from '../testing/quota-world.js';
import { type LockWait, UsualOperations, type UsualOutcomes } from './usual-operations.repository.js';

/** Records how each statement waits for locks, and how many operations it is asked to decide. */
class Recording extends UsualOperations {
  readonly statements: { wait: LockWait; operations: number }[] = [];

  override decide(...asked: Parameters<UsualOperations['decide']>): Promise<UsualOutcomes> {
    const [, , places, , wait] = asked;
    this.statements.push({ wait, operations: places.length });
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

/** Accounts with a row, which a statement can lock. */
async function knownAccounts(count: number): Promise<string[]> {
  const accounts = Array.from({ length: count }, () => randomUUID());
  await world.kinds(...accounts.map((account): [string, ReturnType<typeof reserve>] => [account, reserve()]));
  recording.statements.length = 0;
  return accounts;
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

  it('for long delay the other accounts of a batch once, and then wait for themselves', async () => {
    const [stuck, first, second] = await knownAccounts(3);
    const holder = world.database.createQueryRunner();
    await holder.startTransaction();
    await holder.query('SELECT FROM quota_accounts WHERE account_id = $1 FOR UPDATE', [stuck]);
    const passed: string[] = [];
    const apply = (name: string, accounts: string[]) =>
      world.apply.execute(batchOf(accounts), (_, __, passes) => void (passes && passed.push(name)));

    const one = apply('one', [stuck, first]);
    await eventually('the end of the brief wait', () => recording.statements.some(({ wait }) => wait === 'long'));
    const two = apply('two', [stuck, second]);
    await eventually('leave for the next batch', () => passed.includes('two'));
    expect(recording.statements.map(({ wait }) => wait)).toEqual(['skips', 'brief', 'long', 'skips']);

    await holder.rollbackTransaction();
    await holder.release();
    for (const outcomes of await Promise.all([one, two]))
      expect(outcomes.map(({ outcome }) => outcome.kind)).toEqual(['granted', 'granted']);
  });
});
