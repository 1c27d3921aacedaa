import { Injectable } from '@nestjs/common';
import type { Visitor } from '@precis/proto/auth/v1/auth';
import { Clock } from '@precis/runtime/clock';
import { inTransaction } from '@precis/runtime/database';
import { isUuid } from '@precis/runtime/uuid';
import { DataSource } from 'typeorm';
import { ActivityLog } from '../activity/activity-log.provider.js';
import { accountNotFound } from '../users/users.errors.js';
import { UsersRepository } from '../users/users.repository.js';
import { AccountExportRepository, MOST_EXPORTED } from './account-export.repository.js';
import { tooManyExports } from './accounts.errors.js';
import { exportWindowStart, secondsUntilNextExport } from './export-allowance.rule.js';

/** How many exports an account may request per hour. */
export class ExportSettings {
  constructor(readonly perHour: number) {}
}

/**
 * Exports all that auth keeps about an account, as JSON and without secrets: no key, hash, token or operator's name (ACC-38). The gateway
 * asks auth first of all services. The export counts against the hourly limit even when another service fails afterwards (LIMIT-12).
 */
@Injectable()
export class ExportAccount {
  constructor(
    private readonly database: DataSource,
    private readonly users: UsersRepository,
    private readonly exported: AccountExportRepository,
    private readonly activity: ActivityLog,
    private readonly settings: ExportSettings,
    private readonly clock: Clock,
  ) {}

  /** Throws account_not_found, or too_many_exports with the time until the next export is allowed; then the call was not counted. */
  async execute(accountId: string, visitor?: Visitor): Promise<string> {
    return inTransaction(this.database, async (manager) => {
      const user = isUuid(accountId) ? await this.users.lockById(manager, accountId) : null;
      if (!user) throw accountNotFound();
      const now = this.clock.now();
      const askedAt = await this.exported.askedSince(manager, user.id, exportWindowStart(now));
      const waitSeconds = secondsUntilNextExport(askedAt, this.settings.perHour, now);
      if (waitSeconds !== undefined) throw tooManyExports(this.settings.perHour, waitSeconds);
      await this.exported.insert(manager, user.id, now);
      await this.activity.note(manager, user.id, 'exported', now, { visitor });
      const profile = {
        id: user.id,
        name: user.name,
        email: user.email,
        email_verified_at: user.emailVerifiedAt,
        pending_email: user.pendingEmail,
        has_password: user.passwordHash !== null,
        created_at: user.createdAt,
        suspended_at: user.suspendedAt,
        erased_at: user.erasedAt,
      };
      const lists = await this.exported.listsOf(manager, user.id);
      return JSON.stringify({ exported_at: now, most_rows_of_a_list: MOST_EXPORTED, profile, ...lists });
    });
  }
}
