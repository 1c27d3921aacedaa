import type { MailParams } from '../templates/mail-content.js';

/**
 * The outcome of a delivery. `queued`: to be sent. `superseded`: its link is dead, its account gone or its news old. `refused`: no server
 * will ever take it. `unwanted`: the account does not want its sort. `dead`: given up after the last attempt; an operator revives it.
 */
export type Decision = 'sent' | 'superseded' | 'refused' | 'unwanted' | 'dead';

/** A mail that an event asks for: no address, no link, no name. */
export interface WantedMail {
  kind: string;
  accountId: string;
  /** Of a mail with a link: auth answers address, name and link for it. */
  mailRequestId?: string;
  params?: MailParams;
}

/** A delivery that a sender holds, until its lease ends. */
export interface TakenDelivery {
  eventId: string;
  kind: string;
  /** Absent in rows of the release before, and once the account is erased. */
  accountId: string | null;
  mailRequestId: string | null;
  params: MailParams;
  /** This one included; it also fences: who holds an older number settles nothing. */
  attempts: number;
  correlationId: string;
  traceparent: string | null;
}
