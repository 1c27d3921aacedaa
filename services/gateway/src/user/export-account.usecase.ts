import { Inject, Injectable } from '@nestjs/common';
import type { Visitor } from '@precis/proto/auth/v1/auth';
import { Bulkhead, busy } from '@precis/runtime/bulkhead';
import { Clock } from '@precis/runtime/clock';
import {
  AUTH,
  type AuthRpc,
  BILLING,
  type BillingRpc,
  NOTIFICATIONS,
  type NotificationsRpc,
  USAGE,
  type UsageRpc,
} from '../rpc-clients.js';
import { preferencesView } from './notifications.schemas.js';

/** Logs are kept 12 months (DATA-1): of the oldest a part may be left. */
const MONTHS = 13;
const DEADLINE_MS = 5_000;
/** An export of a busy account is some megabytes and 13 questions to usage: so many are made at once, one of an account. */
const MOST_AT_ONCE = 4;

/**
 * Everything that the services keep of an account, for its owner (ACC-38). Whole or not at all: when a part is away the whole is 503
 * (ACC-58), since nobody could see what a half export lacks.
 */
@Injectable()
export class ExportAccount {
  private readonly room = new Bulkhead({ atOnce: MOST_AT_ONCE, atOnceOfOne: 1, refusal: busy(5) });

  constructor(
    @Inject(AUTH) private readonly auth: AuthRpc,
    @Inject(BILLING) private readonly billing: BillingRpc,
    @Inject(USAGE) private readonly usage: UsageRpc,
    @Inject(NOTIFICATIONS) private readonly notifications: NotificationsRpc,
    private readonly clock: Clock,
  ) {}

  /** Throws unavailable when a part cannot be had or too many exports are under way. */
  execute(accountId: string, visitor: Visitor): Promise<object> {
    return this.room.run(() => this.collect(accountId, visitor), accountId);
  }

  private async collect(accountId: string, visitor: Visitor): Promise<object> {
    const asked = this.clock.now();
    const call = { deadlineMs: DEADLINE_MS, idempotent: true };
    const [{ json }, subscription, { preferences }, usage] = await Promise.all([
      this.auth.exportAccount({ accountId, visitor }, call),
      this.billing.getSubscription({ accountId }, call),
      this.notifications.getPreferences({ accountId }, call),
      this.usageOf(accountId, asked),
    ]);
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
      usage,
    };
  }

  /** One month after the other: an export must not take the room of those who call. */
  private async usageOf(accountId: string, now: Date): Promise<object[]> {
    const found: object[] = [];
    for (const month of lastMonths(now)) {
      const { days } = await this.usage.getDetails({ accountId, month }, { deadlineMs: DEADLINE_MS, idempotent: true });
      const calls = days.flatMap(({ logs }) =>
        logs.map(({ atMs, endpoint }) => ({ time: new Date(atMs).toISOString(), endpoint })),
      );
      found.push({ month, count: calls.length, calls });
    }
    return found;
  }
}

/** This month and the 12 before it, newest first. */
function lastMonths(now: Date): string[] {
  return Array.from({ length: MONTHS }, (_, back) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)).toISOString().slice(0, 7),
  );
}
