import type { MailParams } from '../templates/mail-content.js';

/**
 * The final state of a delivery; before it, the row is `queued`. `sent`: the next server took it. `superseded`: its link is dead, its account is
 * erased, or its event is stale. `refused`: no server will ever accept it. `unwanted`: the account has turned its kind off. `dead`: given up after
 * the last attempt; an operator can revive it.
 */
export type Decision = 'sent' | 'superseded' | 'refused' | 'unwanted' | 'dead';

/** A mail that an event asks for: no address, no link, no name. */
export interface WantedMail {
  kind: string;
  accountId: string;
  /** For a mail with a link: auth returns address, name and link for it. */
  mailRequestId?: string;
  params?: MailParams;
}

/** A delivery that a sender holds, until its lease ends. */
export interface TakenDelivery {
  eventId: string;
  kind: string;
  /** Absent in rows of the previous release, and once the account is erased. */
  accountId: string | null;
  mailRequestId: string | null;
  params: MailParams;
  /** Includes this attempt. It is also a fencing token: a sender with an older number records nothing. */
  attempts: number;
  correlationId: string;
  traceparent: string | null;
}
