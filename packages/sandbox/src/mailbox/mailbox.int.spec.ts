import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTransport, type SendMailOptions } from 'nodemailer';
import { startMailbox, type Mailbox } from './mailbox.js';

describe('the mailbox', () => {
  let dataDir: string;
  let mailbox: Mailbox;
  const send = (mail: SendMailOptions) => createTransport(mailbox.smtpUrl).sendMail({ from: 'precis@a.test', ...mail });
  const reopen = async () => {
    await mailbox.close();
    mailbox = await startMailbox({ dataDir });
  };
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'precis-mailbox-'));
    mailbox = await startMailbox({ dataDir });
  });
  afterEach(async () => {
    await mailbox.close();
    await rm(dataDir, { recursive: true });
  });

  it('keeps recipient, subject, text and whole links of a mail with a long quoted-printable line', async () => {
    const link = `https://a.test/verify?token=${'x'.repeat(120)}&next=%2Fhome`;
    const html = `<p>Grüße <a href="${link.replace('&', '&amp;')}">open</a> <a href="https://a.test/help">help</a></p>`;
    await send({ to: 'Ann@A.test', subject: 'Prüfen Sie', text: `Grüße\n\n${link}\n`, html });
    const expected = {
      to: ['ann@a.test'],
      subject: 'Prüfen Sie',
      text: `Grüße\n\n${link}`,
      links: [link, 'https://a.test/help'],
    };
    expect(mailbox.messages()).toEqual([expect.objectContaining(expected)]);
  });

  it('shows a mail that has only an HTML part as text', async () => {
    await send({ to: 'ann@a.test', subject: 'x', html: '<style>p{}</style><p>One</p><p>Two</p>' });
    expect(mailbox.messages()[0].text).toBe('One\nTwo');
  });

  it('lists the newest first, and for an address only its own, blind copies included', async () => {
    await send({ to: 'ann@a.test', subject: 'first' });
    await send({ to: 'ben@a.test', bcc: 'ann@a.test', subject: 'second' });
    await send({ to: 'ben@a.test', subject: 'third' });
    expect(mailbox.messages().map(({ subject }) => subject)).toEqual(['third', 'second', 'first']);
    expect(mailbox.messages(' ANN@a.test').map(({ subject }) => subject)).toEqual(['second', 'first']);
  });

  it('merges mails with the same Message-ID, in parallel, later and after a restart, and adds their recipients', async () => {
    const mail = { to: 'ann@a.test', subject: 'x', messageId: '<event-1@a.test>' };
    await Promise.all([send(mail), send(mail), send(mail)]);
    await reopen();
    await send({ ...mail, to: 'ben@a.test' });
    await reopen();
    expect(mailbox.messages().map(({ to }) => to)).toEqual([['ann@a.test', 'ben@a.test']]);
  });

  it('accepts many mails over a few connections that stay open, each once, and closes although they are open', async () => {
    const pool = createTransport({ url: mailbox.smtpUrl, pool: true, maxConnections: 5 });
    const ids = Array.from({ length: 40 }, (_, n) => `<pooled-${n}@a.test>`);
    const sendAll = () =>
      Promise.all(
        ids.map((messageId) => pool.sendMail({ from: 'precis@a.test', to: 'ann@a.test', subject: 'x', messageId })),
      );
    await sendAll();
    await sendAll();
    expect(
      mailbox
        .messages()
        .map(({ messageId }) => messageId)
        .sort(),
    ).toEqual([...ids].sort());
    await reopen();
    pool.close();
  });

  it('skips a line that a kill cut short, keeps those before it, and accepts new mails after it', async () => {
    await send({ to: 'ann@a.test', subject: 'whole' });
    const file = join(dataDir, 'mails.jsonl');
    const content = await readFile(file, 'utf8');
    await mailbox.close();
    await writeFile(file, content + content.slice(0, 40));
    mailbox = await startMailbox({ dataDir });
    await send({ to: 'ann@a.test', subject: 'next' });
    await reopen();
    expect(mailbox.messages().map(({ subject }) => subject)).toEqual(['next', 'whole']);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it('refuses a mail above 1 MB, and keeps running', async () => {
    await expect(send({ to: 'ann@a.test', subject: 'big', text: 'x'.repeat(1_100_000) })).rejects.toThrow(/552/);
    await send({ to: 'ann@a.test', subject: 'small' });
    expect(mailbox.messages().map(({ subject }) => subject)).toEqual(['small']);
  });

  it('reports that its port is taken', async () => {
    const port = Number(new URL(mailbox.smtpUrl).port);
    const elsewhere = join(dataDir, 'other');
    await expect(startMailbox({ dataDir: elsewhere, port })).rejects.toThrow('EADDRINUSE');
  });

  it('listens only on 127.0.0.1', async () => {
    const port = Number(new URL(mailbox.smtpUrl).port);
    const others = Object.values(networkInterfaces())
      .flatMap((list) => list ?? [])
      .filter(({ address }) => address !== '127.0.0.1');
    const open = await Promise.all(
      others.map(
        ({ address }) =>
          new Promise((resolve) => {
            const socket = connect({ port, host: address, timeout: 1_000 });
            socket
              .once('connect', () => resolve(address))
              .once('error', () => resolve(undefined))
              .once('timeout', () => resolve(undefined));
          }),
      ),
    );
    expect(open.filter(Boolean)).toEqual([]);
  });
});
