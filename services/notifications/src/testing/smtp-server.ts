import { createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

/** How the next mails are answered; `lost` takes the mail and is cut before the client hears so, `trickle` never gets to an end. */
export type SmtpMood = 'ok' | 'busy' | 'no-such-user' | 'lost' | 'trickle';

/** The few verbs of SMTP that a client without extensions uses, on a port of its own. */
export class TestSmtpServer {
  mood: SmtpMood = 'ok';
  readonly mails: string[] = [];
  attempts = 0;
  private readonly sockets = new Set<Socket>();
  private readonly server: Server = createServer((socket) => this.serve(socket));

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `smtp://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private serve(socket: Socket): void {
    this.attempts++;
    this.sockets.add(socket);
    let trickle: NodeJS.Timeout | undefined;
    socket.on('error', () => undefined).on('close', () => {
      clearInterval(trickle);
      this.sockets.delete(socket);
    });
    socket.write('220 test ESMTP\r\n');
    let body: string | undefined;
    let rest = '';
    socket.on('data', (chunk) => {
      const lines = (rest + chunk.toString()).split('\r\n');
      rest = lines.pop()!;
      for (const line of lines) {
        if (body !== undefined && line !== '.') body += `${line}\n`;
        else if (body !== undefined) {
          this.mails.push(body);
          body = undefined;
          if (this.mood === 'lost') socket.destroy();
          else socket.write('250 taken\r\n');
        } else if (line.startsWith('DATA')) {
          body = '';
          socket.write('354 go on\r\n');
        } else if (line.startsWith('RCPT') && this.mood === 'busy') socket.write(`451 ${line} later\r\n`);
        else if (line.startsWith('RCPT') && this.mood === 'no-such-user') socket.write(`550 ${line} no such user\r\n`);
        else if (line.startsWith('RCPT') && this.mood === 'trickle') trickle = setInterval(() => socket.write('250-still thinking\r\n'), 500);
        else socket.write('250 fine\r\n');
      }
    });
  }
}
