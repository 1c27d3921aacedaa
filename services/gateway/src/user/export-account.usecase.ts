import { Inject, Injectable } from '@nestjs/common';
import type { Visitor } from '@precis/proto/auth/v1/auth';
import type { WebhookEndpoint } from '@precis/proto/notifications/v1/notifications';
import { Bulkhead, busy } from '@precis/runtime/bulkhead';
import { Clock } from '@precis/runtime/clock';
import { DomainError } from '@precis/runtime/domain-error';
import { pause } from '@precis/runtime/pause';
import { RememberedRefusals } from '../http/remembered-refusals.js';
import { deliveryView, webhookView } from '../outgoing-webhooks/outgoing-webhooks.schemas.js';
import { paymentView } from '../payment/payment.schemas.js';
import { commissionView } from '../referral/referral.schemas.js';
import { requestView } from '../requests/requests.schemas.js';
import {
  AUTH,
  type AuthRpc,
  BILLING,
  type BillingRpc,
  NOTIFICATIONS,
  type NotificationsRpc,
  REFERRALS,
  type ReferralsRpc,
  USAGE,
  type UsageRpc,
} from '../rpc-clients.js';
import { walletEntryView } from '../wallet/wallet.schemas.js';
import { batchView } from '../youtube/batches.schemas.js';
import { summaryEntryView } from '../youtube/summaries.schemas.js';
import { preferencesView } from './notifications.schemas.js';

/** Logs are kept 12 months (DATA-1), so a part of a 13th month may be left. */
const MONTHS = 13;
const DEADLINE_MS = 5_000;
const CALL = { deadlineMs: DEADLINE_MS, idempotent: true };
const PAGE = 100;
const PAGE_OF_REQUESTS = 500;
const PAGE_OF_BATCHES = 20;
/** A client that never pauses makes 3,600 records per hour. All records of 30 days would be gigabytes, and would block every other export. */
const MOST_REQUESTS = 10_000;
/** Of each webhook. A log of 30 days may have a hundred times as many. */
const MOST_DELIVERIES = 1_000;
/**
 * An export of a busy account is some megabytes and up to 40 calls to usage. So only this many run at the same time, and only one of an account. One
 * more of the same account may wait.
 */
const MOST_AT_ONCE = 2;
const MOST_WAITING = 40;
const LONGEST_WAIT_MS = 20_000;
const LONGEST_PAUSE_MS = 500;

/** The refusal when the account already has one export running and another one waiting. */
const exportRunning = () =>
  new DomainError(
    'exhausted',
    'export_running',
    'Your export is already being made. Please wait until it is finished.',
    {
      limit: 2,
      retryAfterSeconds: 5,
    },
  );

/**
 * Exports everything that the services keep of an account, for its owner (ACC-38). When any service is unavailable, the whole export is 503 (ACC-58),
 * because nobody could see what an incomplete export lacks. Jobs are left out: no service lists them, and six days after their end they are deleted.
 * Their calls are among those of usage.
 */
@Injectable()
export class ExportAccount {
  private readonly refused = new RememberedRefusals('too_many_exports');
  private readonly room = new Bulkhead({
    atOnce: MOST_AT_ONCE,
    atOnceOfOne: 1,
    waiting: MOST_WAITING,
    waitingOfOne: 1,
    refusal: busy(5),
    refusalOfOne: exportRunning,
  });

  constructor(
    @Inject(AUTH) private readonly auth: AuthRpc,
    @Inject(BILLING) private readonly billing: BillingRpc,
    @Inject(USAGE) private readonly usage: UsageRpc,
    @Inject(REFERRALS) private readonly referrals: ReferralsRpc,
    @Inject(NOTIFICATIONS) private readonly notifications: NotificationsRpc,
    private readonly clock: Clock,
  ) {}

  /**
   * Throws `unavailable` when a part cannot be read or too many accounts wait; `exhausted` when the account has asked too often, or for a third
   * export at the same time (LIMIT-12).
   */
  async execute(accountId: string, visitor: Visitor): Promise<object> {
    await this.refused.checkSlowly(accountId);
    return this.room.run(() => this.collect(accountId, visitor), accountId, AbortSignal.timeout(LONGEST_WAIT_MS));
  }

  private async collect(accountId: string, visitor: Visitor): Promise<object> {
    const asked = this.clock.now();
    // Auth is called first and alone: it counts the export, and a refused one must not load the other services.
    const { json } = await this.auth
      .exportAccount({ accountId, visitor }, { deadlineMs: DEADLINE_MS })
      .catch((error: unknown) => {
        this.refused.note(accountId, error);
        throw error;
      });
    const subscription = await gently(() => this.billing.getSubscription({ accountId }, CALL));
    const { preferences } = await gently(() => this.notifications.getPreferences({ accountId }, CALL));
    const webhooks = await this.webhooksOf(accountId);
    const kept = await this.keptByUsage(accountId, asked);
    const payments = await this.paymentsOf(accountId);
    const entries = await this.walletEntriesOf(accountId);
    const { code } = await gently(() => this.referrals.getCode({ accountId }, CALL));
    const commissions = await this.commissionsOf(accountId);
    return {
      exported_at: asked.toISOString(),
      account: JSON.parse(json) as object,
      subscription: {
        plan: subscription.plan,
        is_active: subscription.isActive,
        videos_per_month: subscription.videoLimit,
        end_date: subscription.endDateSeconds ?? null,
      },
      notifications: preferencesView(preferences),
      webhooks,
      ...kept,
      payments,
      wallet_entries: entries,
      referral_code: code,
      commissions,
    };
  }

  private async keptByUsage(accountId: string, now: Date): Promise<object> {
    const usage = await this.usageOf(accountId, now);
    const summaries = await this.summariesOf(accountId);
    const batches = await this.batchesOf(accountId);
    const requests = await this.requestsOf(accountId);
    return {
      usage,
      summaries,
      batches,
      requests: requests.slice(0, MOST_REQUESTS),
      requests_complete: requests.length <= MOST_REQUESTS,
    };
  }

  private batchesOf(accountId: string) {
    return everyPage('', async (cursor) => {
      const { batches, next } = await this.usage.listBatches({ accountId, cursor, limit: PAGE_OF_BATCHES }, CALL);
      return { found: batches.map(batchView), next };
    });
  }

  /** A webhook that its owner deletes meanwhile is left out. */
  private async webhooksOf(accountId: string): Promise<object[]> {
    const { endpoints } = await gently(() => this.notifications.listEndpoints({ accountId }, CALL));
    const found: (object | undefined)[] = [];
    for (const endpoint of endpoints) found.push(await this.webhookOf(accountId, endpoint).catch(unlessDeleted));
    return found.filter((webhook) => webhook !== undefined);
  }

  private async webhookOf(accountId: string, endpoint: WebhookEndpoint): Promise<object> {
    const { endpointId } = endpoint;
    const deliveries = await newestPages(MOST_DELIVERIES, async (cursor) => {
      const asked = { accountId, endpointId, cursor, limit: PAGE };
      const page = await this.notifications.listWebhookDeliveries(asked, CALL);
      return { found: page.deliveries.map(deliveryView), next: page.next };
    });
    return {
      ...webhookView(endpoint),
      deliveries: deliveries.slice(0, MOST_DELIVERIES),
      deliveries_complete: deliveries.length <= MOST_DELIVERIES,
    };
  }

  private requestsOf(accountId: string) {
    return newestPages(MOST_REQUESTS, async (cursor) => {
      const { requests, next } = await this.usage.listRequests({ accountId, cursor, limit: PAGE_OF_REQUESTS }, CALL);
      return { found: requests.map(({ record, charge }) => requestView(record!, charge)), next };
    });
  }

  /** Exports which summaries exist, not their text: the text is derived from the videos and can be read one by one. */
  private summariesOf(accountId: string) {
    return everyPage('', async (cursor) => {
      const page = await this.usage.listSummaries({ accountId, search: '', cursor, limit: PAGE }, CALL);
      return { found: page.summaries.map(summaryEntryView), next: page.next };
    });
  }

  private paymentsOf(accountId: string) {
    return everyPage('', async (after) => {
      const { payments, next } = await this.billing.listPayments({ accountId, after, limit: PAGE }, CALL);
      return { found: payments.map(paymentView), next };
    });
  }

  private walletEntriesOf(accountId: string) {
    return everyPage(0, async (beforeSequence) => {
      const { entries } = await this.billing.listWalletEntries({ accountId, beforeSequence, limit: PAGE }, CALL);
      return { found: entries.map(walletEntryView), next: entries.length === PAGE ? entries[PAGE - 1].sequence : 0 };
    });
  }

  private commissionsOf(accountId: string) {
    return everyPage('', async (after) => {
      const { commissions, next } = await this.referrals.listCommissions({ accountId, after, limit: PAGE }, CALL);
      return { found: commissions.map(commissionView), next };
    });
  }

  /** Reads only months with calls. */
  private async usageOf(accountId: string, now: Date): Promise<object[]> {
    const { months } = await gently(() => this.usage.getSummary({ accountId }, CALL));
    const empty = new Set(months.filter(({ count }) => count === 0).map(({ month }) => month));
    const found: object[] = [];
    for (const month of lastMonths(now)) {
      const calls = empty.has(month) ? [] : await this.callsOf(accountId, month);
      found.push({ month, count: calls.length, calls });
    }
    return found;
  }

  private async callsOf(accountId: string, month: string): Promise<object[]> {
    const { days } = await gently(() => this.usage.getDetails({ accountId, month }, CALL));
    return days.flatMap(({ logs }) =>
      logs.map(({ atMs, endpoint, client, title }) => ({
        time: new Date(atMs).toISOString(),
        endpoint,
        client,
        title: title ?? null,
      })),
    );
  }
}

/**
 * Runs one call of an export, and then waits as long as the call took. An export makes one call after the other, so it works at most half of the time
 * and steps back further when a service is slow. Calls of other accounts come first.
 */
async function gently<T>(call: () => Promise<T>): Promise<T> {
  const begunMs = performance.now();
  const answer = await call();
  await pause(Math.min(performance.now() - begunMs, LONGEST_PAUSE_MS));
  return answer;
}

/** Reads page after page by `next`, until `next` is the initial value, which marks the last page. */
async function everyPage<P, T>(first: P, ask: (page: P) => Promise<{ found: T[]; next: P }>): Promise<T[]> {
  const all: T[] = [];
  let page = first;
  do {
    const { found, next } = await gently(() => ask(page));
    all.push(...found);
    // A page that leads to itself would be requested forever.
    if (found.length === 0 || next === page) break;
    page = next;
  } while (page !== first);
  return all;
}

function unlessDeleted(error: unknown): undefined {
  if (!(error instanceof DomainError) || error.code !== 'webhook_not_found') throw error;
}

/** Reads at most one page more than `most`: more than `most` found means that there are older ones. */
function newestPages<T>(most: number, ask: (cursor: string) => Promise<{ found: T[]; next: string }>): Promise<T[]> {
  let count = 0;
  return everyPage('', async (cursor) => {
    const { found, next } = await ask(cursor);
    count += found.length;
    return { found, next: count > most ? '' : next };
  });
}

/** This month and the 12 before it, newest first. */
function lastMonths(now: Date): string[] {
  return Array.from({ length: MONTHS }, (_, back) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)).toISOString().slice(0, 7),
  );
}
