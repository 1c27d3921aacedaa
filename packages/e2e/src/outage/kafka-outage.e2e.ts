import { eventually } from '@precis/testing/eventually';
import { mailedToken } from '../deployment/accounts.js';
import { wrongBooksWithin } from '../buying/buyer-books.js';
import { Buyers } from '../buying/buyers.js';
import { ClientView } from '../clients/client-view.js';
import { type Distributed, startDistributed } from '../deployment/distributed.js';
import { mailsThatWait, wrongMails } from '../deployment/mail-books.js';
import { runCommand } from '../deployment/run-command.js';
import { SteadyRequests } from '../deployment/steady-requests.js';
import { wrongArrivals } from './arrivals.js';
import { BacklogWatch, DRAIN_LIMIT_MS } from './backlog-watch.js';
import { CustomerTraffic } from './customer-traffic.js';
import { ProbeWatch } from './probe-watch.js';
import { Restarts } from './restarts.js';
import { prepareUpgrades, type Upgrades } from './upgrades.js';

const FULL = Boolean(process.env.FULL);
const OUTAGE_MS = FULL ? 600_000 : 80_000;
/** First Kafka hangs (connections stay open, nothing is answered), then its process is killed. */
const HANGING_MS = OUTAGE_MS / 4;
const UPGRADES = FULL ? 24 : 8;
const PER_SECOND = 20;
/** The buyers in addition to the account that earns a commission of each of their payments. */
const REFERRED_BUYERS = 3;
const BETWEEN_PURCHASES_MS = 6_000;
const NORMAL_MS = 5_000;

/**
 * The business works while Kafka is down: summarise, login, keys, upgrades and payments continue. Mails and commissions wait, and nothing is lost
 * or done twice (OPS-4).
 */
describe(`Kafka away for ${OUTAGE_MS / 60_000} minutes at ${PER_SECOND} requests per second`, () => {
  let precis: Distributed;
  let traffic: CustomerTraffic;
  let upgrades: Upgrades;
  let shop: ClientView;
  let buyers: Buyers;
  beforeAll(async () => {
    // Few accounts create keys here all the time, more than one account may in a day.
    precis = await startDistributed({
      settings: { auth: { API_KEYS_PER_DAY: '10000' }, gateway: { THROTTLE_CHECKOUT_PER_HOUR: '10000' } },
    });
    shop = new ClientView(precis.url);
    buyers = new Buyers(precis, shop);
    [traffic] = await Promise.all([CustomerTraffic.prepare(precis), buyers.join(REFERRED_BUYERS)]);
    upgrades = await prepareUpgrades(precis, UPGRADES);
    // Commissions of the outage arrive after it: until then the wallet spends earlier ones.
    await Promise.all(buyers.all.map((buyer) => buyer.next()));
    expect(await wrongBooksWithin(60_000, precis, buyers.all)).toEqual([]);
    await new BacklogWatch(precis.databaseUrls).seconds('waiting');
  }, 400_000);
  afterAll(() => precis?.close(), 90_000);
  /** Waits until everything announced before now was handled; returns the seconds that it took. */
  const noMailWaits = async () => {
    const [now, startedMs] = [new Date(), performance.now()];
    await eventually('no mail waits', async () => (await mailsThatWait(precis, now)) === 0, DRAIN_LIMIT_MS);
    return ((performance.now() - startedMs) / 1_000).toFixed(1);
  };

  it(
    'no request fails, upgrades take effect immediately, services restart; waiting events are published when Kafka is back',
    async () => {
      const requests = new SteadyRequests(PER_SECOND, traffic.kinds());
      const probes = new ProbeWatch(Object.values(precis.copies).flat());
      const backlog = new BacklogWatch(precis.databaseUrls);
      const restarts = new Restarts(precis, probes);
      let outageSeen: string[] = [];
      let isOver = false;
      const buying = buyers.actUntil(() => isOver, BETWEEN_PURCHASES_MS);
      // Its errors are handled at the end, where it is awaited.
      buying.catch(() => undefined);
      try {
        requests.during = 'Kafka is there';
        await seconds(NORMAL_MS);
        console.info(requests.durations());

        const beganMs = performance.now();
        const left = () => OUTAGE_MS - (performance.now() - beganMs);
        await precis.kafka.kill(0, 'SIGSTOP');
        requests.during = 'Kafka hangs';
        backlog.start(OUTAGE_MS / 12);
        const upgraded = upgrades.spreadOver(OUTAGE_MS * 0.9);
        const restarted = restarts.inTurn(FULL ? 2 : 1, OUTAGE_MS / (FULL ? 14 : 8));
        await seconds(HANGING_MS);
        console.info(requests.durations());
        await precis.kafka.kill(0);
        requests.during = 'Kafka is dead';
        const [waitsMs] = await Promise.all([upgraded, restarted]);
        await seconds(left());
        outageSeen = [
          requests.durations(),
          `upgrades counted after ${waitsMs.join(', ')} ms`,
          `restarts: ${restarts.told.join(', ')}`,
          `waiting in the outboxes: ${backlog.stop().join(', ')}`,
          buyers.told,
        ];

        requests.during = 'Kafka is back';
        await precis.kafka.restart(0);
        const back = new Date();
        const [published, handled] = await Promise.all([
          backlog.seconds('unpublished', back),
          backlog.seconds('waiting', back),
        ]);
        outageSeen.push(
          `when Kafka was back, all that waited was published after ${published} s and handled after ${handled} s, its mails sent ${await noMailWaits()} s later`,
          requests.durations(),
        );
      } finally {
        backlog.stop();
        isOver = true;
        await Promise.all([requests.stop(), probes.stop(), buying]);
        console.info(
          [
            ...outageSeen,
            buyers.told,
            `${requests.sent} requests, ${requests.failures.length} failed; ${shop.sent} of buyers, ${shop.failures.length} failed`,
          ].join('\n'),
        );
      }
      const logs = () =>
        Object.values(precis.copies).flatMap((copies) =>
          copies.map(({ service, log }) => `${service}: ${log.slice(-3_000)}`),
        );
      expect(requests.failures.length === 0 ? [] : [...requests.failures.slice(0, 50), ...logs()]).toEqual([]);
      expect([...upgrades.failures, ...restarts.failures]).toEqual([]);
      expect([...shop.failures.map(({ what }) => what), ...shop.wrong].slice(0, 20)).toEqual([]);
      expect(Math.min(...Object.values(buyers.acts))).toBeGreaterThan(0);
      expect(probes.failures).toEqual([]);
      expect(backlog.most).toBeGreaterThan(OUTAGE_MS / 1_000);
    },
    OUTAGE_MS + 2 * DRAIN_LIMIT_MS + 120_000,
  );

  it(
    'everything arrived once and in order: events, mails, quotas, charges, terms and commissions',
    async () => {
      expect((await wrongBooksWithin(60_000, precis, buyers.all)).slice(0, 20)).toEqual([]);
      await new BacklogWatch(precis.databaseUrls).seconds('waiting');
      expect(await wrongArrivals(precis)).toEqual([]);
      await noMailWaits();
      expect((await wrongMails(precis)).slice(0, 20)).toEqual([]);
      for (const email of traffic.registered) expect([email, (await precis.mailbox(email)).length]).toEqual([email, 1]);
      expect(await traffic.wrongCharges()).toEqual([]);
      expect(await upgrades.wrongQuotas()).toEqual([]);
      const urls = Object.entries(precis.databaseUrls).map(([name, url]) => [
        `${name.toUpperCase()}_DATABASE_URL`,
        url,
      ]);
      const audited = { ...Object.fromEntries(urls), AUDIT_GRACE_SECONDS: '0' } as Record<string, string>;
      console.info(await runCommand('packages/audit/dist/main.js', audited));
      const late = traffic.registered.at(-1)!;
      expect(
        (await precis.call('POST', '/api/auth/verify-email', { body: { token: await mailedToken(precis, late) } }))
          .status,
      ).toBe(200);
      const mails = (await precis.mailbox('')).length;
      console.info(
        `${traffic.registered.length} registrations during the outage, one mail each; ${mails} mails, each once`,
      );
    },
    DRAIN_LIMIT_MS + 120_000,
  );
});

/** A real wait: the length of the outage is the subject of this test. */
function seconds(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)));
}
