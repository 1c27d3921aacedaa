import { Injectable } from '@nestjs/common';
import { EVENTS } from '@precis/events/catalogue/events';
import { announce } from '@precis/events/outbox/outbox';
import type { Visitor } from '@precis/proto/auth/v1/auth';
import { Clock } from '@precis/runtime/clock';
import { inTransaction } from '@precis/runtime/database';
import { isUuid } from '@precis/runtime/uuid';
import { DataSource } from 'typeorm';
import { ActivityLog } from '../activity/activity-log.provider.js';
import { apiKeyAbsent, graceInvalid } from './api-keys.errors.js';
import { ApiKeysRepository } from './api-keys.repository.js';
import { graceThatStays, isGrace } from './key-grace.rule.js';
import { KeyMaker } from './key-maker.provider.js';

/** Replaces the key immediately; at most one older key stays valid for its grace (KEY-5, KEY-6). A repeat rotates again. */
@Injectable()
export class RotateKey {
  constructor(
    private readonly database: DataSource,
    private readonly keys: ApiKeysRepository,
    private readonly maker: KeyMaker,
    private readonly activity: ActivityLog,
    private readonly clock: Clock,
  ) {}

  /**
   * `apiKey` is the new key's text; `oldKeyValidUntil` is the end of the grace of an older key, undefined without one. Throws grace_invalid,
   * api_key_absent or too_many_keys; then nothing was changed.
   */
  async execute(
    userId: string,
    graceSeconds: number,
    visitor?: Visitor,
  ): Promise<{ apiKey: string; oldKeyValidUntil?: Date }> {
    if (!isGrace(graceSeconds)) throw graceInvalid();
    const now = this.clock.now();
    return inTransaction(this.database, async (manager) => {
      const keys =
        isUuid(userId) && (await this.keys.lockOwner(manager, userId))
          ? await this.keys.lockUnrevoked(manager, userId)
          : [];
      const old = keys.find((key) => key.validUntil === null);
      if (!old) throw apiKeyAbsent();
      await this.maker.refuseBeyondAllowance(manager, userId, now);
      const inGrace = keys.filter((key) => key !== old);
      const stays = graceThatStays(old, inGrace, now);
      const ended = inGrace.filter((key) => key !== stays);
      // Clocks of copies differ, so all graces are ended; only those that are live by this copy's clock are announced.
      const announced = ended.filter((key) => key.isLive(now));
      old.startGrace(now, stays ? 0 : graceSeconds);
      const counts = stays ?? (old.isLive(now) ? old : undefined);
      await this.keys.saveGrace(manager, old);
      await this.keys.revoke(manager, old.isLive(now) ? ended : [...ended, old]);
      const { text, key } = await this.maker.make(manager, userId, now);
      const rotated = {
        userId,
        oldKeyId: old.id,
        keyId: key.id,
        oldKeyValidUntilMs: old.validUntil!.getTime(),
      };
      await this.activity.note(manager, userId, 'key-rotated', now, { visitor });
      await announce(
        manager,
        ...announced.map(({ id: keyId }) => EVENTS.apiKeyRevoked.of({ userId, keyId }, now)),
        EVENTS.apiKeyRotated.of(rotated, now),
      );
      return { apiKey: text, oldKeyValidUntil: counts?.validUntil ?? undefined };
    });
  }
}
