import {
  AuthServiceService,
  type FindAccountRequest,
  type NoteOperatorActionRequest,
  type User,
} from '@precis/proto/auth/v1/auth';
import { BillingServiceService } from '@precis/proto/billing/v1/billing';
import { DomainError } from '@precis/runtime/domain-error';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EXIT } from './operator-command.js';
import { runOperator } from './operator.js';
import { StandInServer } from './testing/stand-in-server.js';

const ACCOUNT = randomUUID();
const SECRET = 'the-secret-of-operators';
const KEY = 'prc_never-shown-to-anybody';
const SEEN: User = {
  id: ACCOUNT,
  name: 'Ada',
  email: 'ada@example.org',
  emailVerified: true,
  hasPassword: true,
  apiKey: KEY,
  apiKeyLastUsedMs: Date.UTC(2026, 10, 2, 3, 4, 5),
  apiKeyLastClient: 'curl',
  createdAtMs: Date.UTC(2026, 0, 1),
  pendingEmail: '',
  googleLinked: false,
  suspended: true,
  erasedAtMs: 0,
};

let auth: StandInServer;
let billing: StandInServer;
let refusal: DomainError | undefined;
/** Calls that change or record something, over both services, in order. */
let order: string[];
const answering = (answer: object) => async () => {
  if (refusal) throw refusal;
  return answer;
};

beforeEach(async () => {
  refusal = undefined;
  order = [];
  auth = await StandInServer.start(AuthServiceService, {
    findAccount: async ({ emailOrAccount }: FindAccountRequest) => {
      if (emailOrAccount !== 'ada@example.org')
        throw new DomainError('not_found', 'account_unknown', 'There is no such account.');
      return { accountId: ACCOUNT, email: emailOrAccount };
    },
    inspectAccount: answering({ user: SEEN, liveSessions: 2, google: true }),
    suspendAccount: answering({}),
    resumeAccount: answering({}),
    resendMail: answering({}),
    endSessionsByOperator: answering({ ended: 3 }),
    noteOperatorAction: async () => {
      order.push('note');
      return {};
    },
  });
  billing = await StandInServer.start(BillingServiceService, {
    getSubscription: answering({ plan: 'basic', isActive: true, videoLimit: 100, endDateSeconds: 1_798_761_600 }),
    grantTerm: async () => {
      order.push('grant');
      if (refusal) throw refusal;
      return { startsAtSeconds: 1_795_348_800, endsAtSeconds: 1_803_297_600 };
    },
  });
});
afterEach(async () => {
  await auth.close();
  await billing.close();
});

const connection = () => ({ AUTH_ADDRESS: auth.address, BILLING_ADDRESS: billing.address, OPERATOR_SECRET: SECRET });
const BY = ['--operator', 'grace', '--reason', 'ticket 7'];
async function run(words: string, args: string[] = BY, settings: Record<string, string> = connection()) {
  const { exitCode, lines } = await runOperator([...words.split(' ').filter(Boolean), ...args], settings);
  const said = lines.join('\n');
  expect(said).not.toContain(KEY);
  expect(said).not.toContain(SECRET);
  return { exitCode, said };
}
const methods = () => [...auth.calls, ...billing.calls].map(({ method }) => method);
const notes = () =>
  auth.calls
    .filter(({ method }) => method === 'noteOperatorAction')
    .map(({ request }) => request as NoteOperatorActionRequest);

describe("the operator's program", () => {
  it('finds an account with its state, ways to log in and plan, and never shows its key', async () => {
    const { exitCode, said } = await run('find ada@example.org');
    expect(said.split('\n')).toEqual([
      `account   ${ACCOUNT}, since 2026-01-01 00:00:00 UTC`,
      'e-mail    "ada@example.org"',
      'state     suspended',
      'logs in   by password and Google; 2 live sessions',
      'API key   last used 2026-11-02 03:04:05 UTC',
      'plan      basic, until 2027-01-01 00:00:00 UTC, 100 videos a month',
    ]);
    expect(exitCode).toBe(EXIT.done);
  });

  it('finds an account while billing is away, and says that the plan is not known', async () => {
    billing.repliesToCut.getSubscription = 100;
    const { exitCode, said } = await run('find ada@example.org');
    expect(said).toMatch(/\nplan {6}not known: .*service_unavailable/);
    expect(exitCode).toBe(EXIT.unclear);
  });

  it.each([
    ['suspend', 'suspendAccount', 'Suspended'],
    ['resume', 'resumeAccount', 'Resumed'],
    ['end-sessions', 'endSessionsByOperator', 'Ended 3 sessions'],
  ])('%s names operator and reason to auth, and asks again when the answer is lost', async (command, method, past) => {
    auth.repliesToCut[method] = 1;
    const { exitCode, said } = await run(`${command} ada@example.org`);
    expect(exitCode).toBe(EXIT.done);
    expect(said).toContain(past);
    const operator = { name: 'grace', reason: 'ticket 7' };
    const asked = { method, request: { accountId: ACCOUNT, operator } };
    expect(auth.calls.slice(1)).toEqual([asked, asked]);
  });

  it('sends a mail again once, and does not repeat by itself what could be a second mail', async () => {
    expect(await run('resend-mail ada@example.org reset-password')).toMatchObject({ exitCode: EXIT.done });
    auth.repliesToCut.resendMail = 1;
    const { exitCode, said } = await run('resend-mail ada@example.org reset-password');
    expect(exitCode).toBe(EXIT.unclear);
    expect(said).toContain('It may still have had its effect. Wait for the mail');
    expect(methods().filter((method) => method === 'resendMail')).toHaveLength(2);
  });

  it('grants a term after its note, under one id when the answer is lost, and lets the owner read of it when it is done', async () => {
    billing.repliesToCut.grantTerm = 1;
    const grantId = randomUUID();
    const { exitCode, said } = await run(`grant-term ada@example.org basic 3 --grant-id ${grantId}`);
    expect(exitCode).toBe(EXIT.done);
    expect(said).toContain(`Granted basic for 3 months to "ada@example.org" (account ${ACCOUNT}).`);
    expect(order).toEqual(['note', 'grant', 'grant', 'note']);
    const grant = { grantId, accountId: ACCOUNT, plan: 'basic', months: 3 };
    expect(billing.calls.map(({ request }) => request)).toEqual([grant, grant]);
    const reason = `ticket 7 [basic for 3, grant ${grantId}]`;
    const operator = { name: 'grace', reason };
    expect(notes()).toEqual([
      { accountId: ACCOUNT, kind: 'term-grant', operator },
      { accountId: ACCOUNT, kind: 'term-granted', operator },
    ]);
  });

  it('warns before a grant would end a paid term, and explains how to confirm it', async () => {
    refusal = new DomainError('conflict', 'paid_term_runs', 'A paid basic term runs until 2027-01-01.');
    expect(await run('grant-term ada@example.org medium 3')).toEqual({
      exitCode: EXIT.refused,
      said: 'Not done: A paid basic term runs until 2027-01-01. (paid_term_runs)\nTo end the paid term anyway: add --force.',
    });
    expect(billing.calls.at(-1)!.request).not.toMatchObject({ force: true });
    refusal = undefined;
    expect(await run('grant-term ada@example.org medium 3 --force')).toMatchObject({ exitCode: EXIT.done });
    expect(billing.calls.at(-1)!.request).toMatchObject({ plan: 'medium', force: true });
    expect(notes().at(-1)!.operator!.reason).toMatch(/, forced\]$/);
  });

  it('explains how to show a granted term to its owner when auth goes away after the grant', async () => {
    billing.repliesToCut.grantTerm = 1;
    const grantId = randomUUID();
    const granting = run(`grant-term ada@example.org basic 3 --grant-id ${grantId}`);
    while (order.length < 2) await new Promise(setImmediate);
    auth.repliesToCut.noteOperatorAction = 100;
    const { exitCode, said } = await granting;
    expect(exitCode).toBe(EXIT.done);
    expect(said).toContain(`does not show it yet: To try again: add --grant-id ${grantId}`);
  });

  it('never sends more to the audit log than it accepts', async () => {
    const reason = 'x'.repeat(100);
    const settings = { ...connection(), DATABASE_URL: 'postgres://a:b@127.0.0.1:1/x' };
    await run(`events skip --event ${'e'.repeat(300)}`, ['--operator', 'grace', '--reason', reason], settings);
    expect(notes()[0].operator!.reason.length).toBeLessThanOrEqual(200);
  });

  it('does nothing while the audit log does not accept the note, and reports that', async () => {
    auth.repliesToCut.noteOperatorAction = 100;
    const granting = await run('grant-term ada@example.org basic 3');
    expect(granting.exitCode).toBe(EXIT.unclear);
    expect(granting.said).toContain('so nothing was tried');
    expect(billing.calls).toEqual([]);
  });

  it.each(['replay --all', 'skip --event 0199-a', 'rewind --group usage --all'])(
    'writes events %s into the audit log before it opens anything',
    async (words) => {
      const away = {
        ...connection(),
        DATABASE_URL: 'postgres://a:hush@127.0.0.1:1/nowhere',
        KAFKA_BROKERS: '127.0.0.1:1',
      };
      const { exitCode, said } = await run(`events ${words}`, BY, away);
      expect(exitCode).toBe(EXIT.failed);
      expect(said).not.toContain('hush');
      expect(notes()).toHaveLength(1);
      expect(notes()[0]).toMatchObject({ accountId: '', kind: expect.stringMatching(/^events-/) });
      expect(notes()[0].operator!.reason).toMatch(/^ticket 7 \[/);
      auth.repliesToCut.noteOperatorAction = 100;
      expect((await run(`events ${words}`, BY, away)).said).toContain('so nothing was tried');
    },
    60_000,
  );

  it.each(['lag', 'dead'])('looks at events by %s without an operator and without auth', async (verb) => {
    const away = {
      DATABASE_URL: 'postgres://a:b@127.0.0.1:1/nowhere',
      BUS_DATABASE_URL: 'postgres://a:b@127.0.0.1:1/x',
    };
    expect((await run(`events ${verb}`, [], away)).said).toContain('ECONNREFUSED');
  });

  it.each([
    ['suspend ada@example.org', ['--reason', 'x'], '--operator NAME'],
    ['suspend ada@example.org', ['--operator', 'grace'], '--reason TEXT'],
    ['suspend ada@example.org', ['--operator', 'grace', '--reason', ' '], '--reason TEXT'],
    ['suspend ada@example.org', ['--operator', 'grace', '--reason', 'x'.repeat(101)], '--reason TEXT'],
    ['find ada@example.org', [], '--operator NAME'],
    ['events replay --all', [], '--operator NAME'],
    ['suspend ada@example.org', [...BY, '--force'], 'Unknown option'],
    ['suspend', BY, 'One account'],
    ['suspend ada@example.org bob@example.org', BY, 'One account'],
    ['resend-mail ada@example.org', BY, 'Two arguments'],
    ['resend-mail ada@example.org welcome', BY, 'The mail is one of'],
    ['grant-term ada@example.org basic', BY, 'Three arguments'],
    ['grant-term ada@example.org basic 1.5', BY, 'MONTHS must be a whole number'],
    ['grant-term ada@example.org basic 3 --grant-id seven', BY, 'must be a UUID'],
    ['events replay', BY, 'replay needs either'],
    ['events -- --all replay', [], '--operator NAME'],
    ['events -- --group=usage --all rewind', [], '--operator NAME'],
    ['destroy', BY, 'There is no command'],
    ['', [], 'Usage: npm run operator'],
  ])('refuses `%s` %j with its usage text, and calls no service', async (words, args, complaint) => {
    const { exitCode, said } = await run(words, args);
    expect(exitCode).toBe(EXIT.usage);
    expect(said).toContain(complaint);
    expect(said).toContain('Usage: npm run operator');
    expect(methods()).toEqual([]);
  });

  it('also reads the operator from PRECIS_OPERATOR', async () => {
    const settings = { ...connection(), PRECIS_OPERATOR: 'lin' };
    await run('suspend ada@example.org', ['--reason', 'fraud'], settings);
    expect(auth.calls.at(-1)!.request).toMatchObject({ operator: { name: 'lin', reason: 'fraud' } });
  });

  it('distinguishes an unknown account from a refusal, and gives up on an absent service after a bounded number of tries', async () => {
    expect(await run('suspend nobody@example.org')).toMatchObject({ exitCode: EXIT.accountUnknown });
    refusal = new DomainError('conflict', 'account_erased', 'This account is erased.');
    const { exitCode, said } = await run('suspend ada@example.org');
    expect({ exitCode, said }).toEqual({
      exitCode: EXIT.refused,
      said: 'Not done: This account is erased. (account_erased)',
    });
    auth.repliesToCut.findAccount = 1_000;
    expect(await run('suspend ada@example.org')).toMatchObject({ exitCode: EXIT.unclear });
    expect(methods().filter((method) => method === 'findAccount')).toHaveLength(2 + 5);
  }, 60_000);

  it.each(['help', 'help find', 'grant-term --help', 'events --help'])('explains itself by `%s`', async (words) => {
    const { exitCode, said } = await run(words, [], {});
    expect(exitCode).toBe(EXIT.done);
    expect(said).toContain('Exit codes: 0 done');
  });

  it('finds the running make start by its data folder, and explains how to name others', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'operator-'));
    try {
      const none = await run('find ada@example.org', BY, { PRECIS_DATA_DIR: dataDir });
      expect(none).toMatchObject({ exitCode: EXIT.usage, said: expect.stringContaining('AUTH_ADDRESS') });
      const file = { authAddress: auth.address, billingAddress: billing.address, secret: SECRET };
      await writeFile(
        join(dataDir, 'operator.json'),
        JSON.stringify({ ...file, databaseUrls: [], busDatabaseUrl: '' }),
      );
      expect(await run('find ada@example.org', BY, { PRECIS_DATA_DIR: dataDir })).toMatchObject({
        exitCode: EXIT.done,
      });
    } finally {
      await rm(dataDir, { recursive: true });
    }
  });

  it('names every setting that is missing, once some are given', async () => {
    const { exitCode, said } = await run('find ada@example.org', BY, { AUTH_ADDRESS: auth.address });
    expect(exitCode).toBe(EXIT.usage);
    expect(said).toMatch(/BILLING_ADDRESS[\s\S]*OPERATOR_SECRET/);
  });
});
