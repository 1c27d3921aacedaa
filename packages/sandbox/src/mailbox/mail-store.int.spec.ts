import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { type Mail, MailStore, MOST_MAILS } from './mail-store.js';

const mailOf = (n: number): Mail => ({
  messageId: `<${n}@a.test>`,
  receivedAt: new Date(n).toISOString(),
  ...{ to: ['ann@a.test'], from: 'precis@a.test', subject: `mail ${n}`, text: '', links: [] },
});

describe('the stored mails', () => {
  let folder: string;
  beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'precis-mails-'))));
  afterEach(async () => rm(folder, { recursive: true }));

  it('are the newest 1,000, in memory and, after more than that came, in the file', async () => {
    const file = join(folder, 'mails.jsonl');
    const store = await MailStore.open(file);
    await Promise.all(Array.from({ length: MOST_MAILS + 5 }, (_, n) => store.add(mailOf(n))));
    expect(store.messages()).toHaveLength(MOST_MAILS);
    expect(store.messages()[0].subject).toBe(`mail ${MOST_MAILS + 4}`);
    const lines = (await readFile(file, 'utf8')).trim().split('\n');
    expect(lines.length).toBeLessThanOrEqual(MOST_MAILS + 5);
    await store.close();
    const reopened = await MailStore.open(file);
    expect(reopened.messages().at(-1)?.subject).toBe('mail 5');
    await reopened.close();
    expect((await readFile(file, 'utf8')).trim().split('\n')).toHaveLength(MOST_MAILS);
  });

  it('are limited to the number that the opener sets', async () => {
    const store = await MailStore.open(join(folder, 'mails.jsonl'), 3);
    for (let n = 0; n < 8; n++) await store.add(mailOf(n));
    expect(store.messages().map(({ subject }) => subject)).toEqual(['mail 7', 'mail 6', 'mail 5']);
    await store.close();
  });

  it('include every mail that was acknowledged before a kill -9', async () => {
    const built = new URL('../../dist/mailbox/mailbox.js', import.meta.url);
    const script = `
      const { startMailbox } = await import('${built}');
      console.log((await startMailbox({ dataDir: ${JSON.stringify(folder)} })).smtpUrl);`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const smtpUrl = await new Promise<string>((resolve) =>
      child.stdout.once('data', (line) => resolve(String(line).trim())),
    );
    const transport = createTransport(`${smtpUrl}?pool=true`);
    for (let n = 0; n < 5; n++) await transport.sendMail({ from: 'a@a.test', to: 'ann@a.test', subject: `mail ${n}` });
    child.kill('SIGKILL');
    await new Promise((resolve) => child.once('exit', resolve));
    transport.close();
    const store = await MailStore.open(join(folder, 'mails.jsonl'));
    expect(store.messages('ann@a.test').map(({ subject }) => subject)).toEqual([
      'mail 4',
      'mail 3',
      'mail 2',
      'mail 1',
      'mail 0',
    ]);
    await store.close();
  });
});
