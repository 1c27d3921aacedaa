import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import type { Mail } from './mail-store.js';
import { parseMail } from './parse-mail.js';

const LARGEST_BYTES = 1_000_000;
const MOST_CLIENTS = 50;
const MOST_RECIPIENTS = 50;
const IDLE_TIMEOUT_MS = 30_000;

/** An SMTP server that passes each mail to `keep` and answers 250 only after that has settled. */
export function createSmtpReceiver(keep: (mail: Mail) => Promise<void>): SMTPServer {
  return new SMTPServer({
    banner: 'Precis sandbox mailbox',
    size: LARGEST_BYTES,
    maxClients: MOST_CLIENTS,
    socketTimeout: IDLE_TIMEOUT_MS,
    closeTimeout: 1_000,
    // Offline there is no name server for the client's name: each connection would wait for it.
    disableReverseLookup: true,
    // Its built-in certificate would be refused by every proper client that is offered STARTTLS.
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onRcptTo: (_address, session, callback) => {
      callback(session.envelope.rcptTo.length < MOST_RECIPIENTS ? null : refusal(452, 'Too many recipients'));
    },
    onData: (stream, session, callback) => {
      receive(stream, session, keep).then(
        () => callback(null, 'Kept'),
        (error: Error & { responseCode?: number }) =>
          callback(error.responseCode ? error : refusal(451, 'Could not be kept')),
      );
    },
  });
}

async function receive(
  stream: SMTPServerDataStream,
  session: SMTPServerSession,
  keep: (mail: Mail) => Promise<void>,
): Promise<void> {
  const chunks: Buffer[] = [];
  let size = 0;
  // Read to its end even when too long: the answer can only be given after the last line.
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= LARGEST_BYTES) chunks.push(chunk);
  }
  if (size > LARGEST_BYTES) throw refusal(552, 'The mail is too large');
  const { mailFrom, rcptTo } = session.envelope;
  const envelope = { to: rcptTo.map(({ address }) => address), from: mailFrom ? mailFrom.address : '' };
  await keep(await parseMail(Buffer.concat(chunks), envelope, new Date()));
}

function refusal(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}
