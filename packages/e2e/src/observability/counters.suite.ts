import { freshEmail, registerWithKey, usedOf } from '../deployment/accounts.js';
import { SERVICES, type ServiceName } from '../deployment/distributed-settings.js';
import { namesOf, sumOf } from './metrics-text.js';
import { metricsOf, type TracedDeployment } from './tracing-deployment.js';

const SUMMARIZE = '/api/youtube/summarize';
const REFUSED = process.env.FULL ? 40 : 4;
/** The burst limit of one address: 120, times ten on loopback. */
const REGISTER_BURST = 1_200;

const PROCESS = [
  'process_cpu_user_seconds_total',
  'process_resident_memory_bytes',
  'nodejs_eventloop_lag_seconds',
  'precis_trace_spans_total',
];
const GRPC = ['precis_grpc_server_duration_seconds_bucket'];
const POOL = ['precis_database_pool_connections', 'precis_database_pool_limit', 'precis_database_pool_waiting'];
const OUTBOX = ['precis_outbox_depth', 'precis_outbox_oldest_age_seconds'];
const CONSUMER = [
  'precis_events_consumed_total',
  'precis_events_lag',
  'precis_events_waiting',
  'precis_event_handling_duration_seconds_bucket',
  'precis_event_delay_seconds_bucket',
];
const FAMILIES: Record<ServiceName, string[]> = {
  gateway: [
    'precis_http_request_duration_seconds_bucket',
    'precis_http_errors_total',
    'precis_payment_webhook_answers_total',
    'precis_throttle_decisions_total',
    'precis_throttle_refusals_total',
    'precis_throttle_redis_up',
    'precis_throttle_fallbacks_total',
  ],
  auth: [...GRPC, ...POOL, ...OUTBOX],
  billing: [...GRPC, ...POOL, ...OUTBOX, ...CONSUMER],
  usage: [...GRPC, ...POOL, ...CONSUMER, 'precis_quota_refusals_total', 'precis_quota_operations_total'],
  summarisation: [
    ...GRPC,
    ...POOL,
    ...OUTBOX,
    'precis_summarise_duration_seconds_bucket',
    'precis_summarisation_queue_depth',
  ],
  referrals: [...GRPC, ...POOL, ...OUTBOX, ...CONSUMER, 'precis_commissions_oldest_age_seconds'],
  notifications: [
    ...POOL,
    ...CONSUMER,
    'precis_mail_attempts_total',
    'precis_mails_waiting',
    'precis_mails_oldest_age_seconds',
    'precis_webhook_delay_seconds_bucket',
  ],
};

/** The contents of each service's /metrics, and whether it counts exactly. */
export function countersScenario(using: () => TracedDeployment): void {
  describe('/metrics', () => {
    const call: TracedDeployment['precis']['call'] = (...asked) => using().precis.call(...asked);
    /** How much a sum grew while `work` ran. */
    const growth = async (
      service: ServiceName,
      sums: [string, Record<string, string>][],
      work: () => Promise<unknown>,
    ) => {
      const before = await metricsOf(using(), service);
      await work();
      const after = await metricsOf(using(), service);
      return sums.map(([name, labels]) => sumOf(after, name, labels) - sumOf(before, name, labels));
    };
    const times = async (n: number, work: (index: number) => Promise<unknown>) => {
      for (let index = 0; index < n; index++) await work(index);
    };

    it.each(SERVICES)('of %s is well-formed and has its families and those of every process', async (service) => {
      const names = namesOf(await metricsOf(using(), service));
      expect([...(FAMILIES[service] ?? []), ...PROCESS].filter((name) => !names.has(name))).toEqual([]);
      expect([...names].filter((name) => !/^(precis|process|nodejs)_/.test(name))).toEqual([]);
    });

    it('counts each call over quota once: at usage by reason, at the gateway as a 429 of its route', async () => {
      const account = await registerWithKey(using().precis);
      const ask = (index: number) =>
        call('POST', SUMMARIZE, {
          key: account.key,
          body: {
            url: 'https://www.youtube.com/watch?v=precisDemo1',
            custom_prompt: `counted ${account.email} ${index}`,
          },
        });
      await times(3, ask);
      expect(await usedOf(using().precis, account)).toBe(3);
      const refuse = () =>
        times(REFUSED, async () => expect((await ask(0)).body).toMatchObject({ code: 'quota_exceeded' }));
      const atGateway = growth(
        'gateway',
        [
          ['precis_http_errors_total', { status: '429', code: 'quota_exceeded' }],
          ['precis_http_request_duration_seconds_count', { route: SUMMARIZE, method: 'POST', status: '4xx' }],
        ],
        async () => {
          expect(
            await growth(
              'usage',
              [
                ['precis_quota_refusals_total', { reason: 'exhausted' }],
                ['precis_quota_refusals_total', { reason: 'in_use' }],
                ['precis_quota_operations_total', { outcome: 'exhausted' }],
                ['precis_quota_operations_total', { outcome: 'charged' }],
              ],
              refuse,
            ),
          ).toEqual([REFUSED, 0, REFUSED, 0]);
        },
      );
      expect(await atGateway).toEqual([REFUSED, REFUSED]);
    });

    it('folds what no route matches into one series, whatever is asked', async () => {
      const ask = (index: number) => call(index % 2 ? 'GET' : 'DELETE', `/api/no/such/${freshEmail()}?key=${index}`);
      const counted = await growth(
        'gateway',
        [['precis_http_request_duration_seconds_count', { route: 'unmatched', status: '4xx' }]],
        () => times(10, ask),
      );
      expect(counted).toEqual([10]);
      const routes = new Set(
        [...(await metricsOf(using(), 'gateway')).keys()].flatMap(
          (series) => /route="([^"]*)"/.exec(series)?.[1] ?? [],
        ),
      );
      expect([...routes].filter((route) => route.includes('no/such'))).toEqual([]);
      expect(routes.size).toBeLessThan(50);
    });

    it('times events by type and outcome where they are handled', async () => {
      const handled: [string, Record<string, string>][] = [
        [
          'precis_event_handling_duration_seconds_count',
          { group: 'billing', type: 'user-registered', outcome: 'done' },
        ],
      ];
      const [events] = await growth('billing', handled, () => registerWithKey(using().precis));
      expect(events).toBe(1);
    });

    // Last, because this address cannot register for a while afterwards.
    it('counts each throttled request once, by the limit that refused it', async () => {
      const register = () => call('POST', '/api/auth/register', { body: {} });
      let [refused, sent] = [0, 0];
      const flood = async () => {
        while (refused < REFUSED) {
          if (sent > 2 * REGISTER_BURST) throw new Error('nothing was refused');
          const answers = await Promise.all(Array.from({ length: 50 }, register));
          sent += answers.length;
          refused += answers.filter(({ status, body }) => status === 429 && body.code === 'throttled').length;
        }
      };
      const [byLimit, others, answered, decided] = await growth(
        'gateway',
        [
          ['precis_throttle_refusals_total', { limit: 'register' }],
          ['precis_throttle_refusals_total', {}],
          ['precis_http_errors_total', { code: 'throttled' }],
          ['precis_throttle_decisions_total', { decision: 'refused' }],
        ],
        flood,
      );
      expect([byLimit, others, answered, decided]).toEqual([refused, refused, refused, refused]);
    });
  });
}
