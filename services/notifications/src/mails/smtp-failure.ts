import { MailRefused, RelayRefused } from './mail-sender.js';

/** What nodemailer tells of a failed sending, besides texts that quote the address. */
export interface SmtpError extends Error {
  code?: string;
  /** What the system or TLS said, where `code` is nodemailer's own word for it. */
  originalCode?: string;
  /** The command that failed; `API`: nodemailer refused before it asked the server, `CONN`: the connection itself. */
  command?: string;
  responseCode?: number;
  response?: string;
}

/** Where a 5xx speaks of this mail: its sender, its recipient, its content. Elsewhere it speaks of us. */
const OF_THE_MAIL = new Set(['MAIL FROM', 'RCPT TO', 'DATA']);

/** Also there these speak of the session: a command that the server does not know or not now, a login or TLS that it misses. */
const OF_THE_SESSION = new Set([500, 502, 503, 504, 530, 534, 535, 538]);

/** Failures that no other try passes until somebody changes something: a login, a certificate, a server without STARTTLS. */
const OF_THE_RELAY = new Set(['EAUTH', 'ENOAUTH', 'ETLS', 'ECONFIG']);

/** Node's names for a certificate that does not fit, and OpenSSL's for a handshake that failed. */
const OF_ITS_TLS = /CERT|SSL|TLS|ISSUER|SIGNATURE/;

/**
 * Whose fault a failed sending is. SMTP replies quote the address, and the event runner keeps an error's text as its cause: only codes go
 * on. 4xx, a server that is away and anything unknown stay ordinary errors, which are tried again.
 */
export function failureOf(error: SmtpError): Error {
  const { code = error.name, originalCode, command = '', responseCode: reply = 0, response = '' } = error;
  const status = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1];
  const facts = [originalCode ?? code, command, reply || '', status ?? ''].filter(Boolean).join(' ');
  const permanent = reply >= 500 && reply < 600;
  const ofTheMail = OF_THE_MAIL.has(command) && !OF_THE_SESSION.has(reply);
  // EENVELOPE without a command: an address that cannot be written; EMESSAGE without a reply: longer than the server says it takes.
  const refusedHere =
    reply === 0 && ((code === 'EENVELOPE' && command === 'API') || (code === 'EMESSAGE' && command === 'MAIL FROM'));
  if ((permanent && ofTheMail) || refusedHere) return new MailRefused(`mail refused: ${facts}`);
  // A 4xx to the login or to STARTTLS passes by itself.
  const temporary = reply >= 400 && reply < 500;
  const ofTheRelay = OF_THE_RELAY.has(code) || OF_ITS_TLS.test(originalCode ?? '');
  if (permanent || (ofTheRelay && !temporary))
    return Object.assign(new RelayRefused(`mail not sent, the relay refuses us: ${facts}`), { code });
  return Object.assign(new Error(`mail not sent: ${facts}`), { code });
}
