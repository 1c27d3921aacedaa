import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type GuessBound, latestToPass, WINDOW_MS } from './guess-bound.rule.js';

/** The outcome of a guess; `spentUntilMs` is the state after it, or the state that refused it. */
export interface TakenGuess {
  passed: boolean;
  spentUntilMs: number;
}

/** The limits on guesses, in Postgres: they survive restarts and the loss of Redis, and all copies of the service share them (ACC-36). */
@Injectable()
export class GuessesRepository {
  constructor(private readonly database: DataSource) {}

  /**
   * `afterGuess` of guess-bound.rule.ts as one statement. An exhausted bound is only read: a flood of refused guesses neither locks its row nor
   * writes. Each of several simultaneous guesses sees the others, because the second check runs under the row's lock.
   */
  async take(id: Buffer, bound: GuessBound, now: Date): Promise<TakenGuess> {
    const nowMs = now.getTime();
    const latest = latestToPass(bound, nowMs);
    const [row] = await this.database.query<{ taken: string | null; held: string | null }[]>(
      `WITH held AS (
         SELECT spent_until_ms FROM password_guesses WHERE id = $1::bytea
       ), taken AS (
         INSERT INTO password_guesses AS g (id, spent_until_ms)
         SELECT $1::bytea, $2::bigint + $3::bigint WHERE NOT EXISTS (SELECT FROM held WHERE spent_until_ms > $4::bigint AND spent_until_ms <= $5::bigint)
         ON CONFLICT (id) DO UPDATE SET spent_until_ms = $3::bigint +
           CASE WHEN g.spent_until_ms > $5::bigint THEN $2::bigint ELSE greatest(g.spent_until_ms, $2::bigint) END
         WHERE g.spent_until_ms <= $4::bigint OR g.spent_until_ms > $5::bigint
         RETURNING spent_until_ms
       )
       SELECT (SELECT spent_until_ms FROM taken) AS taken, (SELECT spent_until_ms FROM held) AS held`,
      [id, nowMs, bound.everyMs, latest, latest + WINDOW_MS],
    );
    return { passed: row.taken !== null, spentUntilMs: Number(row.taken ?? row.held ?? nowMs) };
  }

  async giveBack(id: Buffer, ms: number): Promise<void> {
    await this.database.query('UPDATE password_guesses SET spent_until_ms = spent_until_ms - $2 WHERE id = $1', [
      id,
      ms,
    ]);
  }
}
