/** A mail to send: its content, recipient and Message-ID. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The same for every attempt at one event, so that a mailbox can fold repeats. */
  messageId: string;
  /** Address of one-click unsubscription (RFC 8058); absent for mails that are always sent. */
  unsubscribeUrl?: string;
}

/** No server will ever accept this mail. The message has codes, never the address. */
export class MailRefused extends Error {
  override name = 'MailRefused';
}

/** The relay refuses us, not the mail: no mail is sent until the settings or the relay are corrected. */
export class RelayRefused extends Error {
  override name = 'RelayRefused';
}

/** The mail was not sent, and may be at the next attempt. The message has only codes. */
export class SendingFailed extends Error {
  override name = 'SendingFailed';
}

/** The longest time of one sending; the lease of a delivery is longer. */
export const SENDING_MS = 5_000;

/** Sends mails. Resolves once the next server has taken responsibility. */
export abstract class MailSender {
  /** Domain of our Message-IDs. */
  abstract readonly domain: string;
  /** Takes at most SENDING_MS. Rejects with MailRefused, RelayRefused or SendingFailed. */
  abstract send(mail: Mail): Promise<void>;
}
