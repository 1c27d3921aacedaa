import { Injectable } from '@nestjs/common';
import type { Visitor } from '@precis/proto/auth/v1/auth';
import { createHash, randomBytes } from 'node:crypto';
import { DataSource, type EntityManager } from 'typeorm';
import { MOST_DEVICES } from './known-device.rule.js';

/** Used for an address without an account, so that the look-up takes the same time. */
const NOBODY = '00000000-0000-0000-0000-000000000000';
const NO_DEVICE = Buffer.alloc(32);
/** 256 random bits: nobody can guess one, so storing a plain hash is enough. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** Devices that have logged in to an account, recognised by a random token in a cookie; only its hash is stored (ACC-60). */
@Injectable()
export class KnownDevices {
  constructor(private readonly database: DataSource) {}

  /** Whether this account knows the visitor's device. */
  async knows(userId: string | undefined, visitor: Visitor | undefined): Promise<boolean> {
    const found = await this.database.query<unknown[]>(
      'SELECT FROM known_devices WHERE user_id = $1 AND token_hash = $2',
      [userId ?? NOBODY, hashOf(visitor?.device)],
    );
    return found.length > 0;
  }

  /**
   * Returns the token for the device's cookie. Call it in the transaction of the log-in, with or without the user's lock. A device that the account
   * knows keeps its token; any other gets a new one. Other accounts that know the browser get the new one too, so that it stays known to them, and a
   * copy of the old one is worth nothing. The account's oldest devices beyond ten are deleted.
   */
  async remember(manager: EntityManager, userId: string, visitor: Visitor | undefined, now: Date): Promise<string> {
    const sent = visitor?.device ?? '';
    const [, renewed] = await manager.query<[unknown[], number]>(
      'UPDATE known_devices SET last_used_at = greatest(last_used_at, $3) WHERE user_id = $1 AND token_hash = $2',
      [userId, hashOf(sent), now],
    );
    if (renewed === 1) return sent;
    const token = randomBytes(32).toString('base64url');
    await manager.query('UPDATE known_devices SET token_hash = $2 WHERE token_hash = $1', [
      hashOf(sent),
      hashOf(token),
    ]);
    await manager.query(
      'INSERT INTO known_devices (token_hash, user_id, created_at, last_used_at) VALUES ($1, $2, $3, $3)',
      [hashOf(token), userId, now],
    );
    await manager.query(
      `DELETE FROM known_devices WHERE user_id = $1 AND token_hash IN (
         SELECT token_hash FROM known_devices WHERE user_id = $1 AND token_hash <> $2 ORDER BY last_used_at DESC, token_hash OFFSET $3
       )`,
      [userId, hashOf(token), MOST_DEVICES - 1],
    );
    return token;
  }

  /** After an undone change of address, no device keeps its separate limit of guesses. */
  async forgetAll(manager: EntityManager, userId: string): Promise<void> {
    await manager.query('DELETE FROM known_devices WHERE user_id = $1', [userId]);
  }

  /** After a reset or a change of the password, the account forgets all devices except the one that made it (ACC-61). */
  async forgetOthers(manager: EntityManager, userId: string, visitor: Visitor | undefined): Promise<void> {
    await manager.query('DELETE FROM known_devices WHERE user_id = $1 AND token_hash <> $2', [
      userId,
      hashOf(visitor?.device),
    ]);
  }
}

/** The stored hash of a token; for a malformed token, a hash that matches none. */
function hashOf(token = ''): Buffer {
  return TOKEN.test(token) ? createHash('sha256').update(token).digest() : NO_DEVICE;
}
