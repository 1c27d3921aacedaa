import { MailLog } from './mail-log.js';
import type { Mail } from './mail.js';

/** How many mails are kept; older ones are dropped. */
export const MOST_MAILS = 1_000;

/** The newest mails, folded by Message-ID, in memory and in a file that is rewritten when half of it is of no more use. */
export class MailStore {
  private appended = 0;
  private turn: Promise<unknown> = Promise.resolve();

  private constructor(
    private readonly path: string,
    private log: MailLog,
    private readonly mails: Map<string, Mail>,
  ) {}

  static async open(path: string): Promise<MailStore> {
    const mails = new Map<string, Mail>();
    // A later line of the same id is that mail with more recipients: it keeps the place of the first.
    for (const mail of await MailLog.read(path)) mails.set(mail.messageId, mail);
    dropOldest(mails);
    return new MailStore(path, await MailLog.create(path, [...mails.values()]), mails);
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
    dropOldest(this.mails);
    if (++this.appended >= MOST_MAILS) await this.compact();
  }

  private async compact(): Promise<void> {
    this.log = await MailLog.create(this.path, [...this.mails.values()]);
    this.appended = 0;
  }
}

function dropOldest(mails: Map<string, Mail>): void {
  for (const id of mails.keys()) {
    if (mails.size <= MOST_MAILS) return;
    mails.delete(id);
  }
}
