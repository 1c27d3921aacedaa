import { createTransport } from 'nodemailer';
import { type Mail, MailSender } from './mail-sender.js';
import { failureOf, type SmtpError } from './smtp-failure.js';
import { smtpRoute, type SmtpSettings } from './smtp-route.js';

/** All of one sending; the event runner's deadline of 10 s must also hold the call to auth. */
const SENDING_MS = 5_000;
const STEP_MS = 3_000;

export class SmtpMailSender extends MailSender {
  readonly domain: string;
  private readonly from: string;
  protected readonly transport;

  constructor(settings: SmtpSettings & { MAIL_FROM: string }) {
    super();
    this.from = settings.MAIL_FROM;
    this.domain = this.from.slice(this.from.lastIndexOf('@') + 1, -1);
    this.transport = createTransport({
      ...smtpRoute(settings),
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
      throw failureOf(error as SmtpError);
    }
  }
}
