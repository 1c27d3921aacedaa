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
   * Returns the token for the device's cookie. Call it in the transaction of the log-in, with or without the user's lock. A device that any account
   * knows keeps its token, because a new one would make the browser unknown to that account; any other device gets a new one. The account's oldest
   * devices beyond ten are deleted.
   */
  async remember(manager: EntityManager, userId: string, visitor: Visitor | undefined, now: Date): Promise<string> {
    const sent = visitor?.device ?? '';
    const token = (await this.wasIssued(manager, sent)) ? sent : randomBytes(32).toString('base64url');
    await manager.query(
      `INSERT INTO known_devices AS known (token_hash, user_id, created_at, last_used_at) VALUES ($1, $2, $3, $3)
       ON CONFLICT (token_hash, user_id) DO UPDATE SET last_used_at = greatest(known.last_used_at, $3)`,
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

  /** Auth decides what the cookie contains (ACC-56), so it never takes over a token that it did not make. */
  private async wasIssued(manager: EntityManager, token: string): Promise<boolean> {
    const found = await manager.query<unknown[]>('SELECT FROM known_devices WHERE token_hash = $1 LIMIT 1', [
      hashOf(token),
    ]);
    return found.length > 0;
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
