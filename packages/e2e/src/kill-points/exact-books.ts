import { audit, LEDGER, type Part } from '@precis/audit/audit';
import { commissions } from '@precis/audit/commissions';
import { urlSettingOf } from '@precis/audit/open-books';
import { SERVICE_LIST } from '@precis/runtime/service-list';
import { databaseRows } from '../deployment/database-rows.js';
import type { MortalDeployment } from './mortal-deployment.js';
import type { Ending } from './payment-journeys.js';

const MONEY: Part = { invariants: [...LEDGER.invariants, commissions], needed: ['billing', 'referrals'] };
/** The services with an inbox. */
const CONSUMERS = SERVICE_LIST.filter(({ consumes }) => Object.keys(consumes).length > 0).map(({ name }) => name);
const PRODUCERS = ['billing', 'referrals'];

/** Everything that has not arrived yet or would wait for ever: undecided provider events and refunds, parked and dead events, unpublished events. */
export async function waiting(mortal: MortalDeployment): Promise<string[]> {
  const found: string[] = [];
  const look = async (service: string, what: string, sql: string) => {
    for (const row of await databaseRows(await mortal.databaseUrl(service), sql))
      found.push(`${service}: ${what} ${Object.values(row).join(' ')}`);
  };
  const undecided = `SELECT type, state, cause FROM provider_events WHERE state NOT IN ('done', 'ignored')`;
  await look('billing', 'event of a provider', undecided);
  await look('billing', 'refund', `SELECT id, state FROM refunds WHERE state = 'planned'`);
  for (const service of CONSUMERS)
    await look(service, 'event', `SELECT type, state, cause FROM consumed_events WHERE state <> 'done'`);
  for (const service of PRODUCERS)
    await look(service, 'unpublished', 'SELECT type FROM outbox WHERE published_at IS NULL');
  const urls = await Promise.all(
    MONEY.needed.map(async (book) => [urlSettingOf(book), await mortal.databaseUrl(book)]),
  );
  const { exitCode, lines } = await audit({ ...Object.fromEntries(urls), AUDIT_GRACE_SECONDS: '0' }, MONEY);
  return exitCode === 0 ? found : [...found, ...lines.filter((line) => !/: holds \(/.test(line))];
}

/** How often each fact occurred for these two accounts, over all databases. */
export type Counts = Record<string, number>;

/** Ids of the accounts. */
export interface Pair {
  payer: string;
  earner: string;
}

/** Counts the facts of these two accounts in the databases. countsFor() has the expected numbers. */
export async function countsOf(mortal: MortalDeployment, { payer, earner }: Pair): Promise<Counts> {
  const counts: Counts = {};
  const look = async (service: string, sql: string, ...parameters: unknown[]) => {
    const rows = await databaseRows(await mortal.databaseUrl(service), sql, parameters);
    for (const { what, n } of rows) counts[what] = n;
  };
  await look(
    'billing',
    `SELECT 'payments' AS what, count(*)::int AS n FROM payments WHERE account_id = $1
     UNION ALL SELECT 'terms', count(*)::int FROM terms WHERE account_id = $1 AND origin LIKE 'payment:%'
     UNION ALL SELECT 'receipts', count(*)::int FROM payments WHERE account_id = $1 AND receipt_number IS NOT NULL
     UNION ALL SELECT 'transfers of payments', count(*)::int FROM ledger_transfers WHERE kind = 'payment'
       AND reference IN (SELECT id::text FROM payments WHERE account_id = $1)`,
    payer,
  );
  for (const service of PRODUCERS) {
    const announced = `SELECT type AS what, count(*)::int AS n FROM outbox WHERE key = ANY($1)
      AND type IN ('payment-completed', 'payment-refunded', 'payment-disputed', 'wallet-entry-posted',
        'commission-approved', 'commission-completed', 'commission-reversed') GROUP BY 1`;
    await look(service, announced, [payer, earner]);
  }
  const mails = `SELECT kind || ' mails' AS what, count(*)::int AS n FROM deliveries WHERE account_id::text = ANY($1)
    AND kind IN ('receipt', 'commission') GROUP BY 1`;
  await look('notifications', mails, [payer, earner]);
  return counts;
}

/** The expected facts: each occurs once, except those that return after a won dispute. */
export function countsFor({ payments: [payment], payerWallet, earnerWallet }: Ending): Counts {
  const entries = [...payerWallet, ...earnerWallet];
  const of = (reason: string) => entries.filter(([one]) => one === reason).length;
  const disputes = payment.status === 'disputed' ? 1 : of('commission-reversed') > 0 && payment.refunded === 0 ? 2 : 0;
  const counts: Counts = {
    payments: 1,
    terms: 1,
    receipts: 1,
    'transfers of payments': 1,
    'payment-completed': 1,
    'payment-refunded': payment.refunded > 0 ? 1 : 0,
    'payment-disputed': disputes,
    'wallet-entry-posted': entries.length,
    'commission-approved': of('commission'),
    'commission-completed': of('commission'),
    'commission-reversed': of('commission-reversed'),
    'receipt mails': 1,
    'commission mails': of('commission'),
  };
  return Object.fromEntries(Object.entries(counts).filter(([, n]) => n > 0));
}
