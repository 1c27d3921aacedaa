import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

/** A mail as the mailbox keeps and shows it: plain text and links, nothing of it ever rendered as HTML. */
export interface Mail {
  /** The Message-ID of the mail; a repeat with the same one is the same mail. */
  messageId: string;
  /** ISO 8601, the time of the first delivery. */
  receivedAt: string;
  /** The addresses of the envelope, in lower case. */
  to: string[];
  from: string;
  subject: string;
  text: string;
  /** Whole http and https addresses found in the text and in the HTML part, each once. */
  links: string[];
}

/** How many mails are kept where nobody says; older ones are dropped. */
export const MOST_MAILS = 1_000;

/** The newest mails, folded by Message-ID, in memory and in a file that is rewritten when half of it is of no more use. */
export class MailStore {
  private appended = 0;
  private turn: Promise<unknown> = Promise.resolve();

  private constructor(
    private readonly path: string,
    private log: MailLog,
    private readonly mails: Map<string, Mail>,
    private readonly most: number,
  ) {}

  static async open(path: string, most = MOST_MAILS): Promise<MailStore> {
    const mails = new Map<string, Mail>();
    // A later line of the same id is that mail with more recipients: it keeps the place of the first.
    for (const mail of await MailLog.read(path)) mails.set(mail.messageId, mail);
    dropOldest(mails, most);
    return new MailStore(path, await MailLog.create(path, [...mails.values()]), mails, most);
  }

  /** Settles when the mail would survive a kill. A repeat changes nothing, except that it may name more recipients. */
  add(mail: Mail): Promise<void> {
    const added = this.turn.then(() => this.addInTurn(mail));
    this.turn = added.catch(() => undefined);
    return added;
  }

  /** Newest first; with an address only the mails that went there. */
  messages(to?: string): Mail[] {
    const address = to?.trim().toLowerCase();
    return [...this.mails.values()].reverse().filter((mail) => !address || mail.to.includes(address));
  }

  async close(): Promise<void> {
    await this.turn;
  }

  /** One after the other: two deliveries of the same mail at once must find each other. */
  private async addInTurn(mail: Mail): Promise<void> {
    const known = this.mails.get(mail.messageId);
    const kept = known ? { ...known, to: [...new Set([...known.to, ...mail.to])] } : mail;
    if (known && kept.to.length === known.to.length) return;
    await this.log.append(kept);
    this.mails.set(kept.messageId, kept);
    dropOldest(this.mails, this.most);
    if (++this.appended >= this.most) await this.compact();
  }

  private async compact(): Promise<void> {
    this.log = await MailLog.create(this.path, [...this.mails.values()]);
    this.appended = 0;
  }
}

function dropOldest(mails: Map<string, Mail>, most: number): void {
  for (const id of mails.keys()) {
    if (mails.size <= most) return;
    mails.delete(id);
  }
}

/** The file behind the mailbox: one JSON line per mail, on the disk before `append` settles. One call at a time. */
class MailLog {
  private constructor(
    private readonly path: string,
    private size: number,
  ) {}

  /** Reads the file, oldest first. A line torn by a kill was never acknowledged and is passed over. */
  static async read(path: string): Promise<Mail[]> {
    const content = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return '';
      throw error;
    });
    return content.split('\n').flatMap((line) => {
      try {
        return [JSON.parse(line) as Mail];
      } catch {
        return [];
      }
    });
  }

  /** Replaces the file by these mails alone and opens it. */
  static async create(path: string, mails: Mail[]): Promise<MailLog> {
    await mkdir(dirname(path), { recursive: true });
    const content = mails.map((mail) => `${JSON.stringify(mail)}\n`).join('');
    // Mails hold sign-in links: nobody else on the machine may read them.
    {
      await using draft = await open(`${path}.new`, 'w', 0o600);
      await draft.writeFile(content);
      await draft.sync();
    }
    await rename(`${path}.new`, path);
    await using folder = await open(dirname(path));
    await folder.sync();
    return new MailLog(path, Buffer.byteLength(content));
  }

  async append(mail: Mail): Promise<void> {
    const bytes = Buffer.from(`${JSON.stringify(mail)}\n`);
    await using file = await open(this.path, 'r+');
    try {
      for (let done = 0; done < bytes.length;) {
        done += (await file.write(bytes, done, bytes.length - done, this.size + done)).bytesWritten;
      }
      await file.sync();
    } catch (error) {
      // Half a line, from a full disk, would swallow the next one.
      await file.truncate(this.size).catch(() => undefined);
      throw error;
    }
    this.size += bytes.length;
  }
}
