import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

/** A mail as the mailbox keeps and shows it: plain text and links, nothing of it ever rendered as HTML. */
export interface Mail {
  /** The Message-ID of the mail; another delivery with the same id is the same mail. */
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

/** The default number of stored mails; older ones are dropped. */
export const MOST_MAILS = 1_000;

/** The newest mails, merged by Message-ID, in memory and in a file that is rewritten when half of it is obsolete. */
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
    // A later line with the same id is that mail with more recipients, in the place of the first.
    for (const mail of await MailLog.read(path)) mails.set(mail.messageId, mail);
    dropOldest(mails, most);
    return new MailStore(path, await MailLog.create(path, [...mails.values()]), mails, most);
  }

  /** Settles when the mail would survive a kill. A repeat changes nothing, except that it may add recipients. */
  add(mail: Mail): Promise<void> {
    const added = this.turn.then(() => this.addInTurn(mail));
    this.turn = added.catch(() => undefined);
    return added;
  }

  /** Newest first; with an address, only the mails sent to it. */
  messages(to?: string): Mail[] {
    const address = to?.trim().toLowerCase();
    return [...this.mails.values()].reverse().filter((mail) => !address || mail.to.includes(address));
  }

  async close(): Promise<void> {
    await this.turn;
  }

  /** In sequence: simultaneous deliveries of the same mail must be merged. */
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

/** The file of the mailbox: one JSON line per mail, on the disk before `append` settles. One call at a time. */
class MailLog {
  private constructor(
    private readonly path: string,
    private size: number,
  ) {}

  /** Reads the file, oldest first. A line cut by a kill was never acknowledged, and is skipped. */
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

  /** Replaces the file by one with only these mails, and opens it. */
  static async create(path: string, mails: Mail[]): Promise<MailLog> {
    await mkdir(dirname(path), { recursive: true });
    const content = mails.map((mail) => `${JSON.stringify(mail)}\n`).join('');
    // Mails hold sign-in links, so nobody else on the machine may read them.
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
      // A partial line, left by a full disk, would be merged with the next one.
      await file.truncate(this.size).catch(() => undefined);
      throw error;
    }
    this.size += bytes.length;
  }
}
