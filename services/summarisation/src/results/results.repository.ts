import { Injectable } from '@nestjs/common';
import { EVENTS } from '@precis/events/catalogue/events';
import { announce } from '@precis/events/outbox/outbox';
import type { Result, Ticks } from '@precis/proto/summarisation/v1/summarisation';
import { inTransaction } from '@precis/runtime/database';
import { randomUUID } from 'node:crypto';
import { DataSource, type EntityManager } from 'typeorm';
import type { ResultKey } from './result-key.js';
import type { ResultEvidence } from './summary-writer.js';
import { dayOf, failureToldUntil, oldestKeptDay } from './retention.rule.js';

const COLUMNS = `result_ref AS "resultRef", video_id AS "videoId", title, transcript_length AS "transcriptLength", summary, sentences,
  summary_type AS "summaryType", language, engine, focus_applied AS "focusApplied", duration_seconds AS "durationSeconds", extras`;
const KEY = 'video_id = $1 AND transcript_hash = $2 AND parameters_hash = $3 AND engine = $4 AND engine_version = $5';

const UNIQUE_VIOLATION = '23505';

/** An engine's output, before it has a reference. */
export type NewResult = Omit<Result, 'resultRef' | 'videoId' | 'engine'> & { evidence: ResultEvidence };

/** Stored as one JSON document, because it is read with its result and never searched. */
type Extras = Pick<
  Result,
  'chapters' | 'warnings' | 'notCovered' | 'droppedSentences' | 'focusReason' | 'transcriptSource'
>;

type Row = Omit<Result, keyof Extras> & { extras: Partial<Extras> };

/** Rows of previous releases have no extras, and their sentences no end. */
const resultOf = ({ extras, sentences, ...row }: Row): Result => ({
  ...row,
  sentences: sentences.map((sentence) => ({ ...sentence, endMs: sentence.endMs ?? 0 })),
  chapters: [],
  warnings: [],
  notCovered: [],
  droppedSentences: 0,
  focusReason: '',
  transcriptSource: 'youtube',
  ...extras,
});

/** All SQL of results. Only `deliver` and the storing methods make a result be kept longer; reading it by its reference does not. */
@Injectable()
export class ResultsRepository {
  constructor(private readonly database: DataSource) {}

  /** The stored result of this key, marked as delivered today; at most one write a day. */
  async deliver(key: ResultKey, now: Date): Promise<Result | null> {
    const [row] = await this.database.query<(Row & { deliveredOn: string })[]>(
      `SELECT ${COLUMNS}, delivered_on::text AS "deliveredOn" FROM results WHERE ${KEY}`,
      valuesOf(key),
    );
    if (!row) return null;
    const { deliveredOn, ...kept } = row;
    const result = resultOf(kept);
    if (deliveredOn >= dayOf(now)) return result;
    const [, stillThere] = await this.database.query<[unknown, number]>(
      'UPDATE results SET delivered_on = GREATEST(delivered_on, $2::date) WHERE result_ref = $1',
      [result.resultRef, dayOf(now)],
    );
    return stillThere === 1 ? result : null;
  }

  /** Whether a result of this key is stored. Does not count as a delivery. */
  async has(key: ResultKey): Promise<boolean> {
    const found = await this.database.query<unknown[]>(`SELECT FROM results WHERE ${KEY}`, valuesOf(key));
    return found.length > 0;
  }

  /**
   * Stores a computed result and announces it; both happen or neither. When another call stored the result first, that one is returned and
   * nothing is announced.
   */
  async store(key: ResultKey, made: NewResult, computeMs: number, now: Date): Promise<Result> {
    return this.insert(key, made, now, async (manager, { resultRef, videoId, engine }) => {
      await announce(
        manager,
        EVENTS.summaryCompleted.of({ resultRef, videoId, engine, computeMs, job: undefined }, now),
      );
    });
  }

  /**
   * Stores the result of a supplied transcript with its owner; both happen or neither (SUM-24). It is not announced. `key` is random. When `chosenRef`
   * is taken, by any account, that result stays as it is and this one gets a reference of its own. So a late engine of the same call never
   * overwrites the result of the next one.
   */
  async storeOwn(
    key: ResultKey,
    made: NewResult,
    accountId: string,
    now: Date,
    chosenRef: string = randomUUID(),
  ): Promise<Result> {
    const store = (resultRef: string) =>
      this.insert(
        key,
        made,
        now,
        async (manager) => {
          await manager.query('INSERT INTO result_owners (result_ref, account_id) VALUES ($1, $2)', [
            resultRef,
            accountId,
          ]);
        },
        resultRef,
      );
    return store(chosenRef).catch((error: unknown) => {
      if (isTaken(error)) return store(randomUUID());
      throw error;
    });
  }

  /** Deletes the result of a supplied transcript with its evidence and its owner's row. */
  async deleteOwn(resultRef: string): Promise<void> {
    await this.database.query(
      'DELETE FROM results WHERE result_ref IN (SELECT result_ref FROM result_owners WHERE result_ref = $1)',
      [resultRef],
    );
  }

  private async insert(
    key: ResultKey,
    made: NewResult,
    now: Date,
    asNew: (manager: EntityManager, result: Result) => Promise<void>,
    // Random and not derived from the key: a shared result is read by its reference, so no caller may be able to compute a reference.
    resultRef: string = randomUUID(),
  ): Promise<Result> {
    return inTransaction(this.database, async (manager) => {
      const [row] = await manager.query<(Row & { isNew: boolean })[]>(
        `INSERT INTO results (video_id, transcript_hash, parameters_hash, engine, engine_version, result_ref, title, transcript_length,
           summary, sentences, summary_type, language, focus_applied, duration_seconds, created_at, delivered_on,
           extras)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)
         ON CONFLICT ON CONSTRAINT results_key DO UPDATE SET delivered_on = GREATEST(results.delivered_on, EXCLUDED.delivered_on)
         RETURNING ${COLUMNS}, xmax = 0 AS "isNew"`,
        [
          ...valuesOf(key),
          resultRef,
          made.title,
          made.transcriptLength,
          made.summary,
          JSON.stringify(made.sentences),
          made.summaryType,
          made.language,
          made.focusApplied,
          made.durationSeconds,
          now.toISOString(),
          dayOf(now),
          JSON.stringify(extrasOf(made)),
        ],
      );
      const { isNew, ...kept } = row;
      const result = resultOf(kept);
      if (isNew) {
        await manager.query('INSERT INTO result_evidence (result_ref, evidence) VALUES ($1, $2)', [
          result.resultRef,
          JSON.stringify(made.evidence),
        ]);
        await asNew(manager, result);
      }
      return result;
    });
  }

  /** Announces a failure, at most once in its period over all copies. */
  async announceFailure(videoId: string, code: string, now: Date): Promise<void> {
    await inTransaction(this.database, async (manager) => {
      const isNew = await manager.query<unknown[]>(
        `INSERT INTO told_failures (video_id, code, expires_at) VALUES ($1, $2, $3)
         ON CONFLICT (video_id, code) DO UPDATE SET expires_at = EXCLUDED.expires_at WHERE told_failures.expires_at <= $4
         RETURNING 1`,
        [videoId, code, failureToldUntil(now).toISOString(), now.toISOString()],
      );
      if (isNew.length > 0)
        await announce(manager, EVENTS.summaryFailed.of({ videoId, code, message: '', job: undefined }, now));
    });
  }

  /** `resultRef` must be a UUID. */
  async read(resultRef: string, now: Date): Promise<Result | null> {
    const [row] = await this.database.query<Row[]>(
      `SELECT ${COLUMNS} FROM results WHERE result_ref = $1 AND delivered_on >= $2::date`,
      [resultRef, oldestKeptDay(now)],
    );
    return row ? resultOf(row) : null;
  }

  /** The evidence of a result; null for results from before it was stored. `resultRef` must be a UUID. */
  async evidence(resultRef: string): Promise<ResultEvidence | null> {
    const [row] = await this.database.query<{ evidence: ResultEvidence }[]>(
      'SELECT evidence FROM result_evidence WHERE result_ref = $1',
      [resultRef],
    );
    return row?.evidence ?? null;
  }

  /** Start times of these results' sentences, at most `most` of each; deleted results are left out. `resultRefs` must be UUIDs. */
  async ticks(resultRefs: string[], most: number, now: Date): Promise<Ticks[]> {
    return this.database.query(
      `SELECT result_ref AS "resultRef", ARRAY(
         SELECT DISTINCT (sentence->>'startMs')::float8 AS start FROM jsonb_array_elements(sentences) AS sentence ORDER BY start LIMIT $3
       ) AS "startMs"
       FROM results WHERE result_ref = ANY($1::uuid[]) AND delivered_on >= $2::date`,
      [resultRefs, oldestKeptDay(now), most],
    );
  }
}

/** Whether the reference is that of another result. A repeated key is no error: its insert finds the stored result. */
function isTaken(error: unknown): boolean {
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  return code === UNIQUE_VIOLATION && constraint === 'results_pkey';
}

function extrasOf({
  chapters,
  warnings,
  notCovered,
  droppedSentences,
  focusReason,
  transcriptSource,
}: NewResult): Extras {
  return { chapters, warnings, notCovered, droppedSentences, focusReason, transcriptSource };
}

function valuesOf(key: ResultKey): unknown[] {
  return [key.videoId, key.transcriptHash, key.parametersHash, key.engine, key.engineVersion];
}
