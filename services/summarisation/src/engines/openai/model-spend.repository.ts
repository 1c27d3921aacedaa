import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** What models have cost, one row per UTC day, in millionths of a cent. All copies share it, and a restart forgets nothing. */
@Injectable()
export class ModelSpendRepository {
  constructor(private readonly database: DataSource) {}

  /** Adds to the day of `now`, unless that would exceed `limit`; returns whether it did. */
  async take(now: Date, microCents: number, limit: number): Promise<boolean> {
    const taken = await this.database.query<unknown[]>(
      `INSERT INTO model_spend (day, micro_cents) SELECT ($1::timestamptz AT TIME ZONE 'UTC')::date, $2::bigint WHERE $2::bigint <= $3::bigint
       ON CONFLICT (day) DO UPDATE SET micro_cents = model_spend.micro_cents + EXCLUDED.micro_cents
       WHERE model_spend.micro_cents + EXCLUDED.micro_cents <= $3::bigint
       RETURNING 1`,
      [now.toISOString(), microCents, limit],
    );
    return taken.length > 0;
  }

  /** Adds the difference between the reserved and the actual cost to the day of the reservation. */
  async correct(takenAt: Date, microCents: number): Promise<void> {
    await this.database.query(
      `UPDATE model_spend SET micro_cents = GREATEST(0, micro_cents + $2::bigint) WHERE day = ($1::timestamptz AT TIME ZONE 'UTC')::date`,
      [takenAt.toISOString(), microCents],
    );
  }
}
