import { AuthServiceService, type FindAccountRequest } from '@precis/proto/auth/v1/auth';
import { BillingServiceService, type GrantTermRequest } from '@precis/proto/billing/v1/billing';
import { DomainError } from '@precis/runtime/domain-error';
import { randomUUID } from 'node:crypto';
import { GRANT_EXIT, runGrantTerm } from './grant-term.command.js';
import { EventWorld } from './testing/event-world.js';
import { RunningBilling, secretOf } from './testing/running-billing.js';
import { StandInServer } from './testing/stand-in-server.js';

let world: EventWorld;
let billing: RunningBilling;
let auth: StandInServer;
/** Passes everything on to the real billing, but can cut its replies. */
let wire: StandInServer;
const accounts = new Map<string, string>();

beforeAll(async () => {
  world = await EventWorld.open();
  billing = await RunningBilling.start(world.url, world.bus);
  auth = await StandInServer.start(
    AuthServiceService,
    'findAccount',
    async ({ emailOrAccount }: FindAccountRequest) => {
      const accountId = accounts.get(emailOrAccount);
      if (!accountId) throw new DomainError('not_found', 'account_unknown', 'There is no such account.');
      return { accountId, email: emailOrAccount };
    },
  );
  wire = await StandInServer.start(BillingServiceService, 'grantTerm', (request: GrantTermRequest) =>
    billing.as('operator').grantTerm(request),
  );
});
afterAll(async () => {
  await auth?.close();
  await wire?.close();
  await billing?.close();
  await world?.close();
});

let accountId: string;
beforeEach(() => {
  accountId = randomUUID();
  accounts.set('ada@example.org', accountId);
  auth.calls = wire.calls = 0;
  auth.repliesToCut = wire.repliesToCut = 0;
});

async function run(...args: string[]): Promise<{ exit: number; printed: string }> {
  const lines: string[] = [];
  const connection = { billingAddress: wire.address, authAddress: auth.address, secret: secretOf('operator') };
  const exit = await runGrantTerm(args, connection, (line) => lines.push(line));
  return { exit, printed: lines.join('\n') };
}
const terms = () => world.rows('SELECT plan, months FROM terms WHERE account_id = $1', [accountId]);

describe('grant-term', () => {
  it('grants the term and prints to whom, what and until when', async () => {
    const { exit, printed } = await run('ada@example.org', 'basic', '3');
    expect(exit).toBe(GRANT_EXIT.done);
    expect(printed).toContain(`Granted basic for 3 months to "ada@example.org" (account ${accountId}).`);
    expect(printed).toContain('It runs from 2026-11-21 12:00:00 UTC to 2027-02-21 12:00:00 UTC.');
    expect(await terms()).toEqual([{ plan: 'basic', months: 3 }]);
  });

  it('has one effect when it is repeated with its grant id', async () => {
    const args = ['ada@example.org', 'medium', '1', '--grant-id', randomUUID()];
    expect(await run(...args)).toEqual(await run(...args));
    expect(await terms()).toHaveLength(1);
  });

  it('grants one term when the reply is cut after commit', async () => {
    wire.repliesToCut = 2;
    expect(await run('ada@example.org', 'enterprise', '12')).toMatchObject({ exit: GRANT_EXIT.done });
    expect(wire.calls).toBe(3);
    expect(await terms()).toEqual([{ plan: 'enterprise', months: 12 }]);
    expect(await world.rows('SELECT version FROM subscriptions WHERE account_id = $1', [accountId])).toEqual([
      { version: 1 },
    ]);
  });

  it('says that the account is unknown, and does not ask billing', async () => {
    const { exit, printed } = await run('nobody@example.org', 'basic', '1');
    expect(exit).toBe(GRANT_EXIT.accountUnknown);
    expect(printed).toBe('Not granted: There is no such account. (account_unknown)');
    expect(wire.calls).toBe(0);
  });

  it.each([
    ['gold', '1', 'plan_unknown'],
    ['free', '1', 'plan_without_terms'],
    ['basic', '5', 'term_months_invalid'],
  ])('says why %s for %s months is refused, without a second try', async (plan, months, code) => {
    const { exit, printed } = await run('ada@example.org', plan, months);
    expect(exit).toBe(GRANT_EXIT.refused);
    expect(printed).toMatch(new RegExp(`^Not granted: .* \\(${code}\\)$`));
    expect(wire.calls).toBe(1);
  });

  it('explains itself when the command line is wrong, and asks nobody', async () => {
    const { exit, printed } = await run('ada@example.org', 'basic');
    expect(exit).toBe(GRANT_EXIT.usage);
    expect(printed).toContain('Usage: grant-term EMAIL-OR-ACCOUNT PLAN MONTHS');
    expect(auth.calls).toBe(0);
  });

  it('gives up after a bounded number of tries and says how to go on', async () => {
    auth.repliesToCut = 1_000;
    const grantId = randomUUID();
    const { exit, printed } = await run('ada@example.org', 'basic', '1', '--grant-id', grantId);
    expect(exit).toBe(GRANT_EXIT.unavailable);
    expect(auth.calls).toBe(5);
    expect(printed).toContain(`--grant-id ${grantId}`);
  });
});
