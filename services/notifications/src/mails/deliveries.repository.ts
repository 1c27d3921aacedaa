import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

/** What became of one mail-requested event. Written once, with the event's own row; no address, no link. */
export interface Delivery {
  eventId: string;
  mailRequestId: string;
  kind: string;
  /** `superseded`: auth had a newer request or none open. `refused`: no server will ever take it. */
  state: 'sent' | 'superseded' | 'refused';
  decidedAt: Date;
}

/** All SQL of deliveries. */
@Injectable()
export class DeliveriesRepository {
  async exists(manager: EntityManager, eventId: string): Promise<boolean> {
    return (await manager.query('SELECT FROM deliveries WHERE event_id = $1', [eventId])).length > 0;
  }

  async insert(manager: EntityManager, { eventId, mailRequestId, kind, state, decidedAt }: Delivery): Promise<void> {
    await manager.query(
      'INSERT INTO deliveries (event_id, mail_request_id, kind, state, decided_at) VALUES ($1, $2, $3, $4, $5)',
      [eventId, mailRequestId, kind, state, decidedAt],
    );
  }
}
