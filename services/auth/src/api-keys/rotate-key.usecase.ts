import { Injectable } from '@nestjs/common';
import { addToOutbox } from '@precis/events/outbox/outbox';
import { Clock } from '@precis/runtime/clock';
import { inTransaction } from '@precis/runtime/database';
import { isUuid } from '@precis/runtime/uuid';
import { DataSource } from 'typeorm';
import { apiKeyRevoked, apiKeyRotated } from './api-key-events.js';
import { apiKeyAbsent, graceInvalid } from './api-keys.errors.js';
import { ApiKeysRepository } from './api-keys.repository.js';
import { graceThatStays, isGrace } from './key-grace.rule.js';
import { KeyMaker } from './key-maker.provider.js';

/** A new key at once, beside at most one older that is still in its grace (key-grace.rule.ts). A repeat rotates again. */
@Injectable()
export class RotateKey {
  constructor(
    private readonly database: DataSource,
    private readonly keys: ApiKeysRepository,
    private readonly maker: KeyMaker,
    private readonly clock: Clock,
  ) {}

  /** `oldKeyValidUntil` is the end of the grace in which an older key still counts; undefined when none does. */
  async execute(userId: string, graceSeconds: number): Promise<{ apiKey: string; oldKeyValidUntil?: Date }> {
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
      // Which graces ran out by themselves is this copy's clock alone to say: all are ended, and only the end of a live one is told.
      const announced = ended.filter((key) => key.isLive(now));
      old.startGrace(now, stays ? 0 : graceSeconds);
      const counts = stays ?? (old.isLive(now) ? old : undefined);
      await this.keys.saveGrace(manager, old);
      await this.keys.revoke(manager, old.isLive(now) ? ended : [...ended, old]);
      const { text, key } = await this.maker.make(manager, userId, now);
      await addToOutbox(manager, ...announced.map(({ id }) => apiKeyRevoked(userId, id, now)), apiKeyRotated(old, key));
      return { apiKey: text, oldKeyValidUntil: counts?.validUntil ?? undefined };
    });
  }
}
