/** Where and how mails leave, as nodemailer takes it. */
export interface SmtpRoute {
  host: string;
  port: number;
  /** TLS from the first byte. */
  secure: boolean;
  /** STARTTLS or nothing: without it the password and every link could be read, and whoever sits between could ask for that. */
  requireTLS: boolean;
  auth?: { user: string; pass: string };
  tls: { rejectUnauthorized: true; servername?: string };
}

/** What the route is made of. */
export interface SmtpSettings {
  SMTP_URL: string;
  SMTP_CLEAR_HOSTS: string[];
}

/**
 * The route of a valid SMTP_URL. TLS with a verified certificate, except to this machine and to the hosts that may be reached in clear
 * text; there it is used when the server offers it.
 */
export function smtpRoute({ SMTP_URL, SMTP_CLEAR_HOSTS }: SmtpSettings): SmtpRoute {
  const { protocol, hostname, port, username, password } = new URL(SMTP_URL);
  const name = hostname.replace(/^\[|\]$/g, '').toLowerCase();
  const secure = protocol === 'smtps:';
  return {
    // nodemailer would ask the name server who localhost is, and the answer need not be this machine.
    host: name === 'localhost' ? '127.0.0.1' : name,
    port: Number(port) || (secure ? 465 : 587),
    secure,
    requireTLS: !secure && !isLoopback(name) && !SMTP_CLEAR_HOSTS.includes(name),
    auth: username || password ? { user: decodeURIComponent(username), pass: decodeURIComponent(password) } : undefined,
    tls: { rejectUnauthorized: true, ...(name === 'localhost' ? { servername: name } : {}) },
  };
}

/**
 * Whether a URL is one that smtpRoute takes. Nothing behind host and port: nodemailer reads a query as options, and `?ignoreTLS=true`
 * would undo the rule.
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
