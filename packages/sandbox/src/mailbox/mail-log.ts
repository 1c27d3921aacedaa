import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Mail } from './mail.js';

/** The file behind the mailbox: one JSON line per mail, on the disk before `append` settles. One call at a time. */
export class MailLog {
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
