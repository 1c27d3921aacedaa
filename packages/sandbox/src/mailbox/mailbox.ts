import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type Mail, MailStore } from './mail-store.js';
import { mailboxPage } from './mailbox-page.js';
import { createSmtpReceiver } from './smtp-receiver.js';

/** A mailbox that accepts every mail and delivers none: people and tests read it instead of a real one (OPS-1). */
export interface Mailbox {
  /** For a mail client, without sign-in and TLS. */
  smtpUrl: string;
  /** Newest first; with an address, only the mails sent to it. */
  messages(to?: string): Mail[];
  /** The same mails as a complete HTML document. */
  page(to?: string): string;
  close(): Promise<void>;
}

const HOST = '127.0.0.1';

/** Opens the mailbox stored in `dataDir`, which accepts mails on 127.0.0.1 only, at `port` or a free one. `most`: the number of stored mails. */
export async function startMailbox(options: { dataDir: string; port?: number; most?: number }): Promise<Mailbox> {
  const { dataDir, port = 0, most } = options;
  const store = await MailStore.open(join(dataDir, 'mails.jsonl'), most);
  const receiver = createSmtpReceiver((mail) => store.add(mail));
  await new Promise<void>((resolve, reject) => {
    receiver.once('error', reject);
    receiver.listen(port, HOST, resolve);
  });
  // A client that disconnects early is not our problem; unhandled, the error would end the process.
  receiver.removeAllListeners('error').on('error', () => undefined);
  const { port: taken } = receiver.server.address() as AddressInfo;
  return {
    smtpUrl: `smtp://${HOST}:${taken}`,
    messages: (to) => store.messages(to),
    page: (to) => mailboxPage(store.messages(to), to),
    close: async () => {
      await new Promise<void>((resolve) => receiver.close(() => resolve()));
      await store.close();
    },
  };
}
