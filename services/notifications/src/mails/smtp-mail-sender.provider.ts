import { createTransport } from 'nodemailer';
import { type Mail, MailSender, RecipientRefused } from './mail-sender.js';

/** All of one sending; the event runner's deadline of 10 s must also hold the call to auth. */
const SENDING_MS = 5_000;
const STEP_MS = 3_000;

export class SmtpMailSender extends MailSender {
  readonly domain: string;
  private readonly transport;

  constructor(
    smtpUrl: string,
    private readonly from: string,
  ) {
    super();
    this.domain = from.slice(from.lastIndexOf('@') + 1, -1);
    this.transport = createTransport({
      url: smtpUrl,
      connectionTimeout: STEP_MS,
      greetingTimeout: STEP_MS,
      socketTimeout: STEP_MS,
      dnsTimeout: STEP_MS,
      // A mail is made of our own text alone.
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  }

  async send(mail: Mail): Promise<void> {
    try {
      await this.transport.sendMail({
        from: this.from,
        // As an object: a string would be parsed as a list of addresses.
        to: { name: '', address: mail.to },
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        messageId: mail.messageId,
        headers: { 'Auto-Submitted': 'auto-generated' },
        signal: AbortSignal.timeout(SENDING_MS),
      });
    } catch (error) {
      throw withoutAddress(error as SmtpError);
    }
  }
}

interface SmtpError extends Error {
  code?: string;
  command?: string;
  responseCode?: number;
}

/** SMTP replies quote the address, and the runner keeps an error's text as its cause: only codes go on. */
function withoutAddress(error: SmtpError): Error {
  const permanent = (error.responseCode ?? 0) >= 500 && error.command === 'RCPT TO';
  const text = `mail not sent: ${error.code ?? error.name} ${error.responseCode ?? ''}`.trim();
  return permanent ? new RecipientRefused(text) : Object.assign(new Error(text), { code: error.code });
}
