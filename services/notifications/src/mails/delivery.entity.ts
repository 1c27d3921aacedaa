import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What became of one mail-requested event. Written once, with the event's own row; no address, no link. */
@Entity('deliveries')
export class Delivery {
  @PrimaryColumn('uuid', { name: 'event_id' })
  eventId: string;

  @Column('uuid', { name: 'mail_request_id' })
  mailRequestId: string;

  @Column('text')
  kind: string;

  /** `superseded`: auth had a newer request or none open. `refused`: it will never be taken. */
  @Column('text')
  state: 'sent' | 'superseded' | 'refused';

  @Column('timestamptz', { name: 'decided_at' })
  decidedAt: Date;
}
