import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { MAIL_TEST_CERTIFICATE } from './mail-test-certificate.js';

/** Steps at which the server can misbehave; `BODY` is the end of a mail. */
export type SmtpStep = 'GREETING' | 'EHLO' | 'STARTTLS' | 'AUTH' | 'MAIL' | 'RCPT' | 'DATA' | 'BODY';

/** `lost`: accepts the mail and cuts the connection before the reply; `trickle`: never ends its reply. */
export type SmtpMood = 'ok' | 'lost' | 'trickle';

/** A minimal SMTP server on its own port. */
export class TestSmtpServer {
  mood: SmtpMood = 'ok';
  /** Replies instead of the usual ones, such as `550 5.1.1 no such user`; they quote the client's line. */
  replies: Partial<Record<SmtpStep, string>> = {};
  /** The extensions after EHLO; STARTTLS only in clear text. */
  offers: ('STARTTLS' | 'AUTH PLAIN')[] = [];
  readonly mails: string[] = [];
  /** The time before it confirms a mail. */
  delayMs = 0;
  /** All bytes that a client sent before TLS, as an eavesdropper reads them. */
  inClear = '';
  /** Begun mails, and the connections for them. */
  attempts = 0;
  connections = 0;
  private readonly sockets = new Set<Socket>();
  private readonly server: Server = createServer((socket) => {
    this.connections++;
    this.sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => this.sockets.delete(socket));
    socket.write(`${this.replies.GREETING ?? '220 test ESMTP'}\r\n`);
    this.serve(socket, false);
  });

  /** Resets to an empty server that accepts every mail, over new connections. */
  reset(): void {
    Object.assign(this, { mood: 'ok', replies: {}, offers: [], inClear: '', delayMs: 0 });
    this.mails.length = 0;
    this.hangUp();
  }

  /** Cuts every connection, like a restarting server. */
  hangUp(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  get open(): number {
    return this.sockets.size;
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `smtp://127.0.0.1:${this.port}`;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    this.hangUp();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private serve(socket: Socket, secure: boolean): void {
    let trickle: NodeJS.Timeout | undefined;
    let body: string | undefined;
    let rest = '';
    const say = (step: SmtpStep, line: string, good: string) => {
      const reply = this.replies[step];
      socket.write(reply === undefined ? `${good}\r\n` : `${reply} ${line}\r\n`);
      return reply === undefined;
    };
    const read = (chunk: Buffer) => {
      if (!secure) this.inClear += chunk.toString();
      const lines = (rest + chunk.toString()).split('\r\n');
      rest = lines.pop()!;
      for (const line of lines) hear(line);
    };
    const hear = (line: string) => {
      const verb = line.slice(0, 4).toUpperCase();
      if (body !== undefined && line !== '.') body += `${line}\n`;
      else if (body !== undefined) {
        if (this.replies.BODY === undefined) this.mails.push(body);
        body = undefined;
        if (this.mood === 'lost') socket.destroy();
        else if (this.delayMs > 0) setTimeout(() => say('BODY', '', '250 taken'), this.delayMs);
        else say('BODY', '', '250 taken');
      } else if (verb === 'EHLO')
        say(
          'EHLO',
          '',
          [
            '250-test',
            ...this.offers.filter((offer) => !secure || offer !== 'STARTTLS').map((offer) => `250-${offer}`),
            '250 8BITMIME',
          ].join('\r\n'),
        );
      else if (verb === 'STAR') {
        // A relay without STARTTLS does not know the command.
        if (!this.offers.includes('STARTTLS')) return void socket.write('502 unknown\r\n');
        if (!say('STARTTLS', '', '220 go on')) return;
        socket.off('data', read);
        const tls = new TLSSocket(socket, { isServer: true, ...MAIL_TEST_CERTIFICATE });
        this.serve(
          tls.on('error', () => undefined),
          true,
        );
      } else if (verb === 'AUTH') say('AUTH', '', '235 welcome');
      else if (verb === 'DATA') body = say('DATA', '', '354 go on') ? '' : undefined;
      else if (verb === 'RCPT' && this.mood === 'trickle')
        trickle = setInterval(() => socket.write('250-still thinking\r\n'), 500);
      else if (verb === 'MAIL' || verb === 'RCPT') {
        if (verb === 'MAIL') this.attempts++;
        say(verb, line, '250 fine');
      } else socket.write('250 fine\r\n');
    };
    socket.on('data', read).on('close', () => clearInterval(trickle));
  }
}
