/** A mail on its way: what the layout made, to whom and under which name. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Of every attempt at one event the same, so that a mailbox can fold repeats. */
  messageId: string;
  /** Where one click ends mails of this sort (RFC 8058); absent for mails that are always sent. */
  unsubscribeUrl?: string;
}

/** No server will ever take this mail, however often it is tried. The message names codes, never the address. */
export class MailRefused extends Error {
  override name = 'MailRefused';
}

/** The relay refuses us, not the mail: no mail at all leaves until the settings or the relay are mended. */
export class RelayRefused extends Error {
  override name = 'RelayRefused';
}

/** The mail did not leave, and may at the next attempt. The message names codes alone. */
export class SendingFailed extends Error {
  override name = 'SendingFailed';
}

/** The longest that one sending takes; the lease of a delivery is longer. */
export const SENDING_MS = 5_000;

/** How mails leave. Resolves once the next server has taken responsibility. */
export abstract class MailSender {
  /** Domain of our Message-IDs. */
  abstract readonly domain: string;
  /** At most SENDING_MS. Rejects with MailRefused, RelayRefused or SendingFailed. */
  abstract send(mail: Mail): Promise<void>;
}
