import { startPostgres } from '@precis/backends/postgres-backend';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { DATABASE_SERVICES } from './distributed-settings.js';
import { openSocket } from './open-socket.js';
import { PERSONAL_COLUMNS } from './personal-columns.js';
import { storedColumns } from './stored-texts.js';

/**
 * Secrets and personal data, recognised by unique forms. Ours are those of keys and sessions. The words occur in every password, name and address
 * that tests type (see accounts.ts), so that no test must list what it typed.
 */
const FORMS: Record<string, RegExp> = {
  'an API key': /prc_[0-9a-z]{46}/gi,
  'a session token': /eyj[\w-]{10,}\.[\w-]{10,}\.[\w-]{10,}/gi,
  "a payment provider's key": /(sk_(test|live)_|whsec_)[0-9a-z]{16,}/gi,
  'a password': /pw-canary/gi,
  'a name': /(?<!pw-)\bcanary\b/gi,
  'an address': /customer\.example/gi,
};
const PERSONAL = ['a name', 'an address'];
/** Tokens of links and cookies have no own form: those of 32 bytes and more are recognised by where they were given out. */
const OPAQUE = /[\w-]{43,}/g;
/** Excludes the id of a Stripe checkout, which the address of its success page contains: it is useless without the account's session. */
const GIVEN_OUT = /[="](?!cs_)([\w-]{43,})/g;

/** Places where a form is allowed, with the reason. */
const EXCEPTIONS = [
  {
    reason: 'make start shows the demo account to whoever started it, who is to try it at once',
    place: /^the log of the deployment$/,
    text: /^(api key {8}| {2}-h 'x-api-key: )prc_\w+/gm,
    forms: ['an API key'],
  },
  {
    reason: 'auth knows who somebody is, and usage by which program a call came; erasing empties these columns',
    place: { test: (place: string) => PERSONAL_COLUMNS.includes(place) },
    text: /[^]*/g,
    forms: PERSONAL,
  },
  {
    reason:
      'what was typed with an address that nobody has proven yet; following a link empties the column, and no such account is erased',
    place: /^auth mail_requests\.name$/,
    text: /[^]*/g,
    forms: ['a name'],
  },
];

const LOOK_LIMIT_MS = 5_000;
/** Characters of context before a finding. */
const SHOWN = 80;

/**
 * Searches everything that a deployment shows to operators and strangers, and everything that it stores, for secrets in clear and for personal
 * data. Answers and mails to the owner are not searched.
 */
export class SecretsSweep {
  private readonly faults = new Map<string, string>();
  private readonly given = new Set<string>();
  /** Where each opaque word was read: it may be given out, or be recognised as a secret, only later. */
  private readonly opaque = new Map<string, string>();

  /** Remembers the tokens in a text that only one person (a mail) or one process (its settings) may see. Any other text with them is a fault. */
  rememberTokens(text: string): void {
    for (const [, token] of text.matchAll(GIVEN_OUT)) this.given.add(token.toLowerCase());
  }

  /** Searches a text that others could read at `place` for secrets. `end` throws what was found. */
  checkText(place: string, told: string): void {
    const text = told.toLowerCase();
    for (const [form, pattern] of Object.entries(FORMS)) {
      const [found] = allowed(place, form, text).matchAll(pattern);
      if (found) this.fault(`${form} in ${place}`, found.input.slice(0, found.index));
    }
    for (const [word] of text.matchAll(OPAQUE)) this.opaque.set(word, place);
  }

  /** Checks a client's answer: a refusal must reveal nothing, and a redirect and a cookie are only for its browser. */
  answered(asked: string, status: number, headers: Headers, text: string): void {
    this.rememberTokens([asked, headers.get('location'), ...headers.getSetCookie()].join('\n'));
    if (status < 400) return;
    const others = [...headers].filter(([name]) => name !== 'set-cookie').map((pair) => pair.join(': '));
    this.checkText(`the refusal (${status}) of ${masked(asked.split('?')[0])}`, [...others, text].join('\n'));
  }

  /** An OTLP receiver that checks every span. */
  async traces(): Promise<{ url: string; close(): Promise<void> }> {
    const server = createServer((request, response) => {
      // A killed process breaks off its request.
      const told = textOf(request).then(
        (text) => this.checkText('the traces', text),
        () => undefined,
      );
      void told.then(() => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const close = async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    };
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
  }

  /** Reads a process's metrics at its ops port. */
  metrics(service: string, opsUrl: string): Promise<void> {
    return this.look(`the metrics of ${service}`, async (place) => {
      const answer = await fetch(`${opsUrl}/metrics`, { signal: AbortSignal.timeout(LOOK_LIMIT_MS) });
      if (answer.status !== 200) throw new Error(`it answered ${answer.status}`);
      this.checkText(place, await answer.text());
    });
  }

  /** Reads every table of these databases, by the names of their services; the outboxes contain every sent event. */
  async databases(urls: Record<string, string>): Promise<void> {
    const looks = Object.entries(urls).map(([service, url]) =>
      this.look(`the database of ${service}`, async () => {
        for (const { name, texts } of await storedColumns(url)) this.checkText(`${service} ${name}`, texts);
      }),
    );
    await Promise.all(looks);
  }

  /** Reads the databases of a standalone that has ended in any way. The secrets of its process are those of its folder. */
  dataFolder(dataDir: string): Promise<void> {
    return this.look('the data folder', async () => {
      for (const file of ['mailbox/mails.jsonl', 'secrets.json'])
        this.rememberTokens(await readFile(join(dataDir, file), 'utf8'));
      const postgres = await startPostgres({ dataDir: join(dataDir, 'postgres') });
      const urls = ['bus', ...DATABASE_SERVICES].map((name) => [name, postgres.url(`precis_${name}`)]);
      // The folder is about to be removed, so nothing needs to be written out.
      await this.databases(Object.fromEntries(urls)).finally(() =>
        postgres.stopImmediately().finally(() => postgres.stop()),
      );
    });
  }

  /** Reads the keys of Redis; its values are counts. */
  redis(url: string): Promise<void> {
    return this.look('Redis', async (place) => {
      const socket = openSocket(url);
      socket.setTimeout(LOOK_LIMIT_MS, () => socket.destroy(new Error('no answer')));
      socket.write(`SELECT ${new URL(url).pathname.slice(1) || '0'}\r\nKEYS *\r\nQUIT\r\n`);
      const told = await textOf(socket);
      if (!told.startsWith('+OK')) throw new Error(told.slice(0, SHOWN));
      this.checkText(place, told);
    });
  }

  /** An unreadable place is a fault too, but does not keep the caller from stopping its processes. */
  private async look(place: string, look: (place: string) => Promise<void>): Promise<void> {
    await look(place).catch((error: unknown) => this.fault(`${place} could not be looked at`, String(error)));
  }

  /** Throws when something was found since the last call; names what and where, never the secret. */
  end(): void {
    for (const [word, place] of this.opaque)
      if (this.given.has(word)) this.fault(`a token of one person or process in ${place}`);
    const found = [...this.faults].map(([what, before]) => `${what}: ${before}`);
    [this.faults, this.given, this.opaque].forEach((one) => one.clear());
    if (found.length > 0) throw new Error(`The sweep for secrets found\n${found.join('\n')}`);
  }

  /** Keeps the first finding of a kind, with a little context. */
  private fault(what: string, before = ''): void {
    if (!this.faults.has(what)) this.faults.set(what, masked(before.slice(-10 * SHOWN)).slice(-SHOWN));
  }
}

/** The text without its allowed parts. */
function allowed(place: string, form: string, text: string): string {
  return EXCEPTIONS.filter((one) => one.place.test(place) && one.forms.includes(form)).reduce(
    (left, exception) => left.replaceAll(exception.text, ''),
    text,
  );
}

const masked = (text: string) =>
  [...Object.values(FORMS), OPAQUE].reduce((left, form) => left.replaceAll(form, '…'), text);

/** The sweep of the test file. It checks everything that the file starts and requests, and ends with it. */
export const sweep = new SecretsSweep();
