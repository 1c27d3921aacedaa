export interface MailText {
  subject: string;
  text: string;
  html: string;
}

export interface Mail extends MailText {
  to: string;
  /** Of every attempt at one event the same, so that a mailbox can fold repeats. */
  messageId: string;
}

/** No server will ever take this mail, however often it is tried. The message names codes, never the address. */
export class MailRefused extends Error {
  override name = 'MailRefused';
}

/** The relay refuses us, not the mail: no mail at all leaves until the settings or the relay are mended. */
export class RelayRefused extends Error {
  override name = 'RelayRefused';
}

/** How mails leave. Resolves once the next server has taken responsibility. */
export abstract class MailSender {
  /** Domain of our Message-IDs. */
  abstract readonly domain: string;
  /** At most 5 s. Rejects with MailRefused or RelayRefused where that is known; anything else may pass by itself. */
  abstract send(mail: Mail): Promise<void>;
}
