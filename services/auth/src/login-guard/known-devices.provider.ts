import { Injectable } from '@nestjs/common';
import type { Visitor } from '@precis/proto/auth/v1/auth';
import { DataSource, type EntityManager } from 'typeorm';
import { deviceHash, MOST_DEVICES, newDeviceToken } from './known-device.rule.js';

/** Asked for an address without an account, so that the question takes as long. */
const NOBODY = '00000000-0000-0000-0000-000000000000';
const NO_DEVICE = Buffer.alloc(32);

/** Devices that logged in to an account before, known by a random token in a cookie; only its hash is stored (ACC-60). */
@Injectable()
export class KnownDevices {
  constructor(private readonly database: DataSource) {}

  /** Whether this account knows the visitor's device. */
  async knows(userId: string | undefined, visitor: Visitor | undefined): Promise<boolean> {
    const found = await this.database.query<unknown[]>(
      'SELECT FROM known_devices WHERE user_id = $1 AND token_hash = $2',
      [userId ?? NOBODY, deviceHash(visitor?.device ?? '') ?? NO_DEVICE],
    );
    return found.length > 0;
  }

  /**
   * Call it in the transaction that logs in, under the user's lock or not: answers the token for the device's cookie. A device that the
   * account knows keeps its token; any other gets a new one, and the account's oldest beyond ten are forgotten.
   */
  async remember(manager: EntityManager, userId: string, visitor: Visitor | undefined, now: Date): Promise<string> {
    const sent = visitor?.device ?? '';
    const [, renewed] = await manager.query<[unknown[], number]>(
      'UPDATE known_devices SET last_used_at = greatest(last_used_at, $3) WHERE user_id = $1 AND token_hash = $2',
      [userId, deviceHash(sent) ?? NO_DEVICE, now],
    );
    if (renewed === 1) return sent;
    const token = newDeviceToken();
    await manager.query(
      'INSERT INTO known_devices (token_hash, user_id, created_at, last_used_at) VALUES ($1, $2, $3, $3)',
      [deviceHash(token), userId, now],
    );
    await manager.query(
      `DELETE FROM known_devices WHERE token_hash IN (
         SELECT token_hash FROM known_devices WHERE user_id = $1 AND token_hash <> $2 ORDER BY last_used_at DESC, token_hash OFFSET $3
       )`,
      [userId, deviceHash(token), MOST_DEVICES - 1],
    );
    return token;
  }

  /** After a reset or a change of the password: the account forgets every device but the one that did it (ACC-61). */
  async forgetOthers(manager: EntityManager, userId: string, visitor: Visitor | undefined): Promise<void> {
    await manager.query('DELETE FROM known_devices WHERE user_id = $1 AND token_hash <> $2', [
      userId,
      deviceHash(visitor?.device ?? '') ?? NO_DEVICE,
    ]);
  }
}
