import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Mail } from './mail-store.js';
import { mailboxHandler } from './mailbox-handler.js';
import { mailboxPage } from './mailbox-page.js';

const hostile = '<script>alert("1")</script>';
const mail: Mail = {
  messageId: '<1@a.test>',
  receivedAt: '2026-11-21T10:00:00.000Z',
  to: ['ann@a.test'],
  from: hostile,
  subject: hostile,
  text: `Hello ${hostile}`,
  links: ['https://a.test/?a=1&b="><script>'],
};

describe('the mailbox over HTTP', () => {
  let server: Server;
  let origin: string;
  beforeAll(async () => {
    const messages = (to?: string) => (!to || mail.to.includes(to) ? [mail] : []);
    const handle = mailboxHandler({ messages, page: (to) => mailboxPage(messages(to), to) });
    server = createServer((request, response) => {
      if (!handle(request, response)) response.writeHead(404).end('not the mailbox');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => server.close());

  it('escapes all text from a mail or from the address bar', async () => {
    const page = await (await fetch(`${origin}/sandbox/mailbox?to=${encodeURIComponent('"><script>')}`)).text();
    const all = await (await fetch(`${origin}/sandbox/mailbox`)).text();
    expect(page + all).not.toContain('<script');
    expect(all).toContain('&lt;script&gt;alert(&quot;1&quot;)');
    expect(all).toContain('<a href="https://a.test/?a=1&amp;b=&quot;&gt;&lt;script&gt;" rel="noreferrer">');
  });

  it('lets the page load nothing but its own style, and keeps it out of caches and frames', async () => {
    const { headers } = await fetch(`${origin}/sandbox/mailbox`);
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; .*frame-ancestors 'none'$/,
    );
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('returns the list as JSON, for all and for one address', async () => {
    const list = await fetch(`${origin}/sandbox/mailbox.json?to=ann@a.test`);
    expect(list.headers.get('content-type')).toContain('application/json');
    expect(await list.json()).toEqual([
      expect.objectContaining({ to: 'ann@a.test', subject: hostile, text: mail.text, links: mail.links }),
    ]);
    expect(await (await fetch(`${origin}/sandbox/mailbox.json?to=ben@a.test`)).json()).toEqual([]);
  });

  it('leaves other paths to other handlers, and accepts no other method', async () => {
    expect((await fetch(`${origin}/sandbox/mailboxes`)).status).toBe(404);
    expect((await fetch(`${origin}/sandbox/mailbox`, { method: 'POST' })).status).toBe(405);
    const head = await fetch(`${origin}/sandbox/mailbox`, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
  });
});
