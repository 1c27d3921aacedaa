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
    // Without a network there is no name server to look up the client's name, and each connection would wait for it.
    disableReverseLookup: true,
    // Clients that are offered STARTTLS would refuse its built-in certificate.
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
  // Reads to the end even when the mail is too long: the answer can only be sent after the last line.
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
