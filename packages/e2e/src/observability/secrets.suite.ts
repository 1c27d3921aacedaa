import { eventually } from '@precis/testing/eventually';
import { registerWithKey } from '../deployment/accounts.js';
import { databaseRows } from '../deployment/database-rows.js';
import { DATABASE_SERVICES, SERVICES } from '../deployment/distributed-settings.js';
import { kafkaAccessOf } from '../deployment/kafka-logins.js';
import { runCommand } from '../deployment/run-command.js';
import { readLog } from '../outage/kafka-log.js';
import { walkAllJourneys } from '../privacy/account-journeys.js';
import type { CanaryPerson } from '../privacy/canary-person.js';
import { PERSONAL_COLUMNS } from '../deployment/personal-columns.js';
import { foundIn, storedColumns } from '../deployment/stored-texts.js';
import { ownTrace } from './own-trace.js';
import { metricsText, type TracedDeployment } from './tracing-deployment.js';

/** Auth erases once a minute, and usage clears an account's calls every 20 s. */
const ERASED_WITHIN_MS = 120_000;

/** The accounts that the sweep closed, for the scenario that waits for their erasure. */
let closed: { person: CanaryPerson; ids: string[] } | undefined;

/** Customers' data and secrets must not appear in operators' data. */
export function secretsScenario(using: () => TracedDeployment): void {
  describe('secrets', () => {
    it('are in no span and in no metric: password, key, token, e-mail, account, video, prompt, query, addresses that do not exist', async () => {
      const { precis, receiver } = using();
      const canary = `canary${Date.now()}`;
      const account = await registerWithKey(precis);
      const own = ownTrace();
      const body = {
        url: `https://www.youtube.com/watch?v=precisDemo1&list=${canary}list`,
        custom_prompt: `${canary}prompt`,
      };
      const calls = await Promise.all([
        precis.call('POST', '/api/youtube/summarize', {
          key: account.key,
          body,
          headers: { ...own.headers, 'x-client-name': `${canary}client`, 'idempotency-key': `${canary}idem` },
        }),
        precis.call('POST', '/api/auth/login', {
          body: { email: `${canary}@customer.example`, password: `${canary}password` },
        }),
        precis.call('POST', '/api/youtube/summarize', { key: `prc_${canary}key`, body }),
        precis.call('GET', `/api/usage/details?month=${canary}month`, { token: account.token }),
        precis.call('GET', `/${canary}path/${account.key}`),
      ]);
      expect(calls.map(({ status }) => status)).toEqual([200, 401, 401, 400, 404]);
      const event = () => receiver.ofTrace(own.traceId).some(({ name }) => name === 'publish summary-completed');
      await eventually('the last span', event, 20_000);
      const told = [
        receiver.raw,
        ...(await Promise.all(SERVICES.map((service) => metricsText(using(), service)))),
      ].join('\n');
      const secrets = [
        canary,
        account.email,
        account.password,
        account.key,
        account.token,
        precis.demo.account_id,
        precis.demo.api_key,
        'precisDemo',
        'customer.example',
        'Erin',
      ];
      expect(secrets.filter((secret) => told.includes(secret))).toEqual([]);
      expect(told).toContain('/api/usage/details');
    });

    it('and what names a person are in no log, event, metric, trace or refusal on any way of an account, and secrets in clear in no column', async () => {
      const { precis, receiver } = using();
      const operate = async (command: string, email: string, reason: string) =>
        void (await runCommand('packages/operator/dist/main.js', precis.operator, [
          command,
          email,
          ...['--operator', 'e2e', '--reason', reason],
        ]));
      const { person, account, google } = await walkAllJourneys(() => precis, operate);
      const own = ownTrace();
      const { email, password } = account;
      const { token } = (await person.call(200, 'POST', '/api/auth/login', { body: { email, password } })).body;
      person.keep('last session', token);
      // Causes a failure in the log.
      const [usage] = precis.copies.usage;
      usage.signal('SIGSTOP');
      const client = person.text('client of a failure');
      await person
        .call(503, 'GET', '/api/usage/summary', { token, headers: { 'x-client-name': client } })
        .finally(() => usage.signal('SIGCONT'));
      const close = (status: number, typed: string) =>
        person.call(status, 'DELETE', '/api/user/account', { token, body: { password: typed }, headers: own.headers });
      await close(400, person.secret('wrong password at the end'));
      await close(200, password);
      const typed = { password: person.of('first password of google') };
      await person.call(200, 'DELETE', '/api/user/account', { token: google.session, body: typed });
      const rows = async (sql: string) =>
        (await Promise.all(DATABASE_SERVICES.map((name) => databaseRows(precis.databaseUrls[name], sql)))).flat();
      const isSettled = async () =>
        (await rows('SELECT 1 FROM outbox WHERE published_at IS NULL')).length === 0 &&
        (await databaseRows(precis.databaseUrls.notifications, `SELECT 1 FROM deliveries WHERE state = 'queued'`))
          .length === 0;
      await eventually('every event is published and every mail decided', isSettled, 30_000);
      const isTraced = () => receiver.ofTrace(own.traceId).some(({ name }) => name === 'send account-closed');
      await eventually('the last span', isTraced, 30_000);

      const events = await rows('SELECT event_id FROM outbox');
      const log = await readLog(kafkaAccessOf(precis.kafka), new Set(events.map(({ event_id: id }) => id as string)));
      const metrics = await Promise.all(SERVICES.map((service) => metricsText(using(), service)));
      const told: Record<string, string> = {
        traces: receiver.raw,
        events: log.map(({ text }) => text).join('\n'),
        metrics: metrics.join('\n'),
        refusals: person.refusals.map((refusal) => refusal.told).join('\n'),
        ...Object.fromEntries(SERVICES.map((name) => [`log of ${name}`, precis.copies[name][0].log])),
      };
      const leaks = Object.entries(told).flatMap(([place, text]) =>
        [...person.secrets, ...person.personal]
          .filter(([, value]) => text.toLowerCase().includes(value.toLowerCase()))
          .map(([what]) => `${what} in ${place}`),
      );
      expect(leaks).toEqual([]);
      expect(person.secrets.size).toBeGreaterThan(40);
      expect(person.refusals.length).toBeGreaterThan(20);
      // Each checked place contains data.
      expect(told.events).toContain(account.id);
      expect(SERVICES.filter((name) => !told[`log of ${name}`].includes('"started"'))).toEqual([]);
      expect(told['log of gateway']).toContain('request refused');
      expect([account.id, google.id].filter((id) => told.traces.includes(id) || told.metrics.includes(id))).toEqual([]);

      const stored = await Promise.all(
        DATABASE_SERVICES.map(async (name) => ({ name, columns: await storedColumns(precis.databaseUrls[name]) })),
      );
      const places = (values: Map<string, string>) =>
        stored.flatMap(({ name, columns }) =>
          columns.filter((column) => foundIn(column, values).length > 0).map((column) => `${name} ${column.name}`),
        );
      expect(places(person.secrets)).toEqual([]);
      // Closing has already emptied some of them.
      const personal = places(person.personal);
      expect(personal).toContain('auth users.email');
      expect(personal.filter((place) => !PERSONAL_COLUMNS.includes(place))).toEqual([]);

      // Simulates that seven days have passed. The services' jobs continue from here, while other tests run: see erasedPersonScenario.
      const ids = [account.id, google.id];
      const hurry = 'UPDATE users SET erased_at = created_at WHERE id = ANY($1) RETURNING id';
      const [due] = await databaseRows(precis.databaseUrls.auth, hurry, [ids]);
      expect(due).toHaveLength(2);
      closed = { person, ids };
    }, 120_000);
  });
}

/** The accounts that secretsScenario closed: erased by the services' own jobs, each in its process. */
export function erasedPersonScenario(using: () => TracedDeployment): void {
  describe('an account whose seven days are over', () => {
    it('is gone from every database and was never in an event, though each service is a process of its own', async () => {
      const { precis } = using();
      const { person, ids } = closed!;
      let left: string[] = [];
      const isGone = async () => {
        left = [];
        for (const name of DATABASE_SERVICES)
          for (const column of await storedColumns(precis.databaseUrls[name]))
            if (foundIn(column, [...person.secrets, ...person.personal]).length > 0)
              left.push(`${name} ${column.name}`);
        return left.length === 0;
      };
      await eventually('nothing is left', isGone, ERASED_WITHIN_MS).catch(() => undefined);
      expect(left).toEqual([]);
      const sql = `SELECT event_id FROM outbox WHERE type = 'user-deleted' AND key = ANY($1)`;
      const deletions = await databaseRows(precis.databaseUrls.auth, sql, [ids]);
      expect(deletions).toHaveLength(2);
      const wanted = new Set(deletions.map(({ event_id: id }) => id as string));
      const log = (await readLog(kafkaAccessOf(precis.kafka), wanted)).map(({ text }) => text.toLowerCase()).join('\n');
      expect([...person.personal].filter(([, value]) => log.includes(value.toLowerCase()))).toEqual([]);
    }, 150_000);
  });
}
