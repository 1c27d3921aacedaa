import type { RequestRecord } from '@precis/proto/usage/v1/usage';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { ListPosition } from '../paging/list-cursor.js';

/** A record as it is kept, with the state of its metered call now. */
export interface KeptRequest extends Omit<RequestRecord, 'accountId' | 'atMs' | 'callId'> {
  at: Date;
  callId: string | null;
  callState: 'reserved' | 'charged' | 'released' | 'refunded' | null;
}

type Value = string | number | boolean | null;

/** The columns, each with its type in Postgres and how its value is read from a record. */
const COLUMNS: Record<string, { type: string; read: (record: RequestRecord) => Value }> = {
  record_id: { type: 'uuid', read: ({ recordId }) => recordId },
  account_id: { type: 'uuid', read: ({ accountId }) => accountId },
  request_id: { type: 'text', read: ({ requestId }) => requestId },
  at: { type: 'timestamptz', read: ({ atMs }) => new Date(atMs).toISOString() },
  method: { type: 'text', read: ({ method }) => method },
  endpoint: { type: 'text', read: ({ endpoint }) => endpoint },
  status: { type: 'int', read: ({ status }) => status },
  code: { type: 'text', read: ({ code }) => code },
  client: { type: 'text', read: ({ client }) => client },
  latency_ms: { type: 'int', read: ({ latencyMs }) => latencyMs },
  call_id: { type: 'uuid', read: ({ callId }) => callId || null },
  engine: { type: 'text', read: ({ engine }) => engine },
  cached: { type: 'boolean', read: ({ cached }) => cached },
  replayed: { type: 'boolean', read: ({ replayed }) => replayed },
};
const NAMES = Object.keys(COLUMNS).join(', ');
const COLUMN_LIST = Object.values(COLUMNS);
const ARRAYS = COLUMN_LIST.map(({ type }, index) => `$${index + 1}::${type}[]`).join(', ');

/** The state comes from the metered call: the gateway may have lost the answer that said whether it was charged. */
const KEPT = `r.record_id AS "recordId", r.request_id AS "requestId", r.at, r.method, r.endpoint, r.status, r.code, r.client,
  r.latency_ms AS "latencyMs", r.call_id AS "callId", r.engine, r.cached, r.replayed, c.state AS "callState"
  FROM request_records r LEFT JOIN metered_calls c ON c.call_id = r.call_id AND c.account_id = r.account_id`;

/** The records of requests (API-33). */
@Injectable()
export class RequestsRepository {
  constructor(private readonly database: DataSource) {}

  /** Writes all records with one SQL statement. Leaves out repeated records and those of erased accounts. */
  async add(records: RequestRecord[]): Promise<void> {
    if (records.length === 0) return;
    await this.database.query(
      `INSERT INTO request_records (${NAMES})
       SELECT ${NAMES} FROM unnest(${ARRAYS}) AS sent (${NAMES})
       WHERE NOT EXISTS (SELECT FROM erased_accounts e WHERE e.account_id = sent.account_id)
       ON CONFLICT DO NOTHING`,
      COLUMN_LIST.map(({ type, read }) => arrayOf(type, records.map(read))),
    );
  }

  /** The newest record with this id. */
  async find(accountId: string, requestId: string, after: Date): Promise<KeptRequest | null> {
    const [row] = await this.database.query<KeptRequest[]>(
      `SELECT ${KEPT} WHERE r.account_id = $1 AND r.request_id = $2 AND r.at > $3 ORDER BY r.at DESC LIMIT 1`,
      [accountId, requestId, after.toISOString()],
    );
    return row ?? null;
  }

  /** At most `limit` records after the moment `after`, newest first, that follow `position`, the end of the previous page. */
  list(accountId: string, after: Date, position: ListPosition | null, limit: number): Promise<KeptRequest[]> {
    return this.database.query<KeptRequest[]>(
      `SELECT ${KEPT} WHERE r.account_id = $1 AND r.at > $2
         AND (r.at, r.record_id) < (coalesce($3::timestamptz, 'infinity'), coalesce($4::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
       ORDER BY r.at DESC, r.record_id DESC LIMIT $5`,
      [accountId, after.toISOString(), position?.at.toISOString() ?? null, position?.rowId ?? null, limit],
    );
  }

  /** Deletes at most `limit` of the oldest records up to this moment; returns how many. */
  async forgetUpTo(moment: Date, limit: number): Promise<number> {
    const [, gone] = await this.database.query<[unknown, number]>(
      `DELETE FROM request_records WHERE ctid = ANY (ARRAY(
         SELECT ctid FROM request_records WHERE at <= $1 ORDER BY at LIMIT $2 FOR UPDATE SKIP LOCKED))`,
      [moment.toISOString(), limit],
    );
    return gone;
  }

  /** Deletes at most `limit` records of an account; returns how many. */
  async forgetOf(accountId: string, limit: number): Promise<number> {
    const [, gone] = await this.database.query<[unknown, number]>(
      `DELETE FROM request_records WHERE ctid = ANY (ARRAY(
         SELECT ctid FROM request_records WHERE account_id = $1 LIMIT $2 FOR UPDATE SKIP LOCKED))`,
      [accountId, limit],
    );
    return gone;
  }
}

/** Types whose values have no character with a meaning in an array. The controller accepts only canonical UUIDs. */
const UNQUOTED = new Set(['uuid', 'timestamptz', 'int', 'boolean']);

/** The values as Postgres reads an array. pg would quote and escape each element, which only texts need. */
function arrayOf(type: string, values: Value[]): unknown {
  return UNQUOTED.has(type) ? `{${values.map((value) => value ?? 'NULL').join(',')}}` : values;
}
