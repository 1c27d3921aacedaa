import type { OnApplicationShutdown } from '@nestjs/common';
import { createTransport } from 'nodemailer';
import { type Mail, MailRefused, MailSender, RelayRefused, SENDING_MS, SendingFailed } from './mail-sender.js';

/** Time limit of each step: the DNS look-up, the connection, the server's greeting, and each silence of an open connection. */
const STEP_MS = 3_000;
/** Connections of this process: as many as mails are sent at once. */
export const SMTP_CONNECTIONS = 5;

/**
 * Below STEP_MS, after which a silent connection is cut: an idle one is closed properly instead. Relays limit the connections of a client, so none is
 * held between two bursts of mails.
 */
const IDLE_MS = 2_000;
/** Retries when the server has closed an idle connection: it received nothing of the mail. */
const OTHER_CONNECTIONS = 2;

/** Sends mails over a pool of SMTP connections to the server of SMTP_URL (MAIL-5). */
export class SmtpMailSender extends MailSender implements OnApplicationShutdown {
  readonly domain: string;
  private readonly from: string;
  protected readonly transport;

  /** `sendingMs`: time limit of one mail, for tests. */
  constructor(
    settings: SmtpSettings & { MAIL_FROM: string },
    private readonly sendingMs = SENDING_MS,
  ) {
    super();
    this.from = settings.MAIL_FROM;
    this.domain = this.from.slice(this.from.lastIndexOf('@') + 1, -1);
    this.transport = createTransport({
      ...smtpRoute(settings),
      pool: true,
      maxConnections: SMTP_CONNECTIONS,
      idleTimeout: IDLE_MS,
      maxRequeues: OTHER_CONNECTIONS,
      connectionTimeout: STEP_MS,
      greetingTimeout: STEP_MS,
      socketTimeout: STEP_MS,
      dnsTimeout: STEP_MS,
      // A mail contains only our own text.
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  }

  async send(mail: Mail): Promise<void> {
    try {
      await this.transport.sendMail({
        from: this.from,
        // As an object, because a string would be parsed as a list of addresses.
        to: { name: '', address: mail.to },
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        messageId: mail.messageId,
        headers: { 'Auto-Submitted': 'auto-generated', ...unsubscribeHeaders(mail.unsubscribeUrl) },
        signal: AbortSignal.timeout(this.sendingMs),
      });
    } catch (error) {
      throw failureOf(error as SmtpError);
    }
  }

  /** Nest calls this after the senders have stopped, so no connection is in use. */
  onApplicationShutdown(): void {
    (this.transport.close as (options: { force: boolean }) => void)({ force: true });
  }
}

/** Headers of one-click unsubscription (RFC 8058), only for https: over http they would promise what mailboxes refuse to do (MAIL-8). */
function unsubscribeHeaders(url: string | undefined): Record<string, string> {
  if (!url) return {};
  const named = { 'List-Unsubscribe': `<${url}>` };
  return url.startsWith('https:') ? { ...named, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : named;
}

/** The route of mails, in nodemailer's terms. */
interface SmtpRoute {
  host: string;
  port: number;
  /** TLS from the first byte. */
  secure: boolean;
  /** Requires STARTTLS: otherwise a man in the middle could strip the offer, and read the password and every link. */
  requireTLS: boolean;
  auth?: { user: string; pass: string };
  tls: { rejectUnauthorized: true; servername?: string };
}

/** The settings of the route. */
interface SmtpSettings {
  SMTP_URL: string;
  SMTP_CLEAR_HOSTS: string[];
}

/**
 * Makes the route of a valid SMTP_URL: TLS with a verified certificate, except to this machine and to hosts that may be reached in clear text; there
 * TLS is used when the server offers it (MAIL-5).
 */
export function smtpRoute({ SMTP_URL, SMTP_CLEAR_HOSTS }: SmtpSettings): SmtpRoute {
  const { protocol, hostname, port, username, password } = new URL(SMTP_URL);
  const name = hostname.replace(/^\[|\]$/g, '').toLowerCase();
  const secure = protocol === 'smtps:';
  return {
    // nodemailer would resolve localhost by the name server, and the result need not be this machine.
    host: name === 'localhost' ? '127.0.0.1' : name,
    port: Number(port) || (secure ? 465 : 587),
    secure,
    requireTLS: !secure && !isLoopback(name) && !SMTP_CLEAR_HOSTS.includes(name),
    auth: username || password ? { user: decodeURIComponent(username), pass: decodeURIComponent(password) } : undefined,
    tls: { rejectUnauthorized: true, ...(name === 'localhost' ? { servername: name } : {}) },
  };
}

/**
 * Whether smtpRoute accepts the URL. Nothing may follow host and port: nodemailer reads a query as options, and `?ignoreTLS=true` would bypass the
 * rule.
 */
export function isSmtpUrl(text: string): boolean {
  if (!/^smtps?:\/\/[^/?#\\\s]+\/?$/.test(text) || !URL.canParse(text)) return false;
  const { hostname, username, password } = new URL(text);
  return hostname !== '' && [username, password].every((part) => isDecodable(part));
}

const isLoopback = (name: string): boolean =>
  name === 'localhost' || name === '::1' || /^127(\.\d{1,3}){3}$/.test(name);

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** nodemailer's facts about a failed sending, besides texts that quote the address. */
interface SmtpError extends Error {
  code?: string;
  /** The error of the system or of TLS, when `code` is nodemailer's own. */
  originalCode?: string;
  /** The command that failed; `API`: nodemailer refused before it called the server, `CONN`: the connection itself. */
  command?: string;
  responseCode?: number;
  response?: string;
}

/** A 5xx to these commands concerns this mail: its sender, recipient or content. To other commands it concerns us. */
const OF_THE_MAIL = new Set(['MAIL FROM', 'RCPT TO', 'DATA']);

/** These replies concern the session in any case: an unknown or misplaced command, a missing login or TLS. */
const OF_THE_SESSION = new Set([500, 502, 503, 504, 530, 534, 535, 538]);

/** Failures that last until the settings or the relay change: a login, a certificate, a server without STARTTLS. */
const OF_THE_RELAY = new Set(['EAUTH', 'ENOAUTH', 'ETLS', 'ECONFIG']);

/** Node's names for an invalid certificate, and OpenSSL's for a failed handshake. */
const OF_ITS_TLS = /CERT|SSL|TLS|ISSUER|SIGNATURE/;

/**
 * Classifies a failed sending: caused by the mail, by the relay, or by neither. SMTP replies quote the address, and the delivery's row and the log
 * get the error's message as the cause, so the message contains only codes. 4xx, an unavailable server and unknown errors become SendingFailed,
 * which is retried.
 */
function failureOf(error: SmtpError): Error {
  const { code = error.name, originalCode, command = '', responseCode: reply = 0, response = '' } = error;
  const status = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1];
  const facts = [originalCode ?? code, command, reply || '', status ?? ''].filter(Boolean).join(' ');
  const permanent = reply >= 500 && reply < 600;
  const ofTheMail = OF_THE_MAIL.has(command) && !OF_THE_SESSION.has(reply);
  // EENVELOPE without a command: an address that cannot be encoded; EMESSAGE without a reply: longer than the server's limit.
  const refusedHere =
    reply === 0 && ((code === 'EENVELOPE' && command === 'API') || (code === 'EMESSAGE' && command === 'MAIL FROM'));
  if ((permanent && ofTheMail) || refusedHere) return new MailRefused(`mail refused: ${facts}`);
  // A 4xx to the login or to STARTTLS is temporary.
  const temporary = reply >= 400 && reply < 500;
  const ofTheRelay = OF_THE_RELAY.has(code) || OF_ITS_TLS.test(originalCode ?? '');
  if (permanent || (ofTheRelay && !temporary))
    return Object.assign(new RelayRefused(`mail not sent, the relay refuses us: ${facts}`), { code });
  return Object.assign(new SendingFailed(`mail not sent: ${facts}`), { code });
}
