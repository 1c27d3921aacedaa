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

/** The recipient's server said that it will never take this mail; another try is of no use. */
export class RecipientRefused extends Error {
  override name = 'RecipientRefused';
}

/** How mails leave the house. Resolves once the next server has taken responsibility. */
export abstract class MailSender {
  /** Domain of our Message-IDs. */
  abstract readonly domain: string;
  /** At most 5 s. */
  abstract send(mail: Mail): Promise<void>;
}
