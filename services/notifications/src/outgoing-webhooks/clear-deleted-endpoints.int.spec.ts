import { inTransaction } from '@precis/runtime/database';
import { type Customer, WebhooksWorld } from '../testing/webhooks-world.js';
import { ClearDeletedEndpoints } from './clear-deleted-endpoints.usecase.js';
import { EndpointsRepository } from './endpoints.repository.js';
import { ForgetWebhooks } from './forget-webhooks.usecase.js';
import { WebhookQueueRepository } from './webhook-queue.repository.js';

const MANY = 2_500;
const URL = 'http://127.0.0.1:1/secret-path';
let world: WebhooksWorld;
let endpoints: EndpointsRepository;
beforeAll(async () => {
  world = await WebhooksWorld.start();
  endpoints = new EndpointsRepository(world.notifications.database);
});
afterAll(() => world?.close());

const rows = (sql: string, values: unknown[]) => world.notifications.database.query(sql, values);
const logged = async ({ endpointId }: Customer): Promise<number> =>
  (await rows('SELECT count(*)::int AS n FROM webhook_deliveries WHERE endpoint_id = $1', [endpointId]))[0].n;

/** Makes an endpoint with a long log, in which some deliveries wait for a later day. */
async function customerWithLog(): Promise<Customer> {
  const customer = await world.customer(URL);
  const { rpc } = world;
  const { accountId, endpointId } = customer;
  await rpc.rotateEndpointSecret({ accountId, endpointId, overlapSeconds: 3_600 });
  await rows(
    `INSERT INTO webhook_deliveries (id, endpoint_id, event_id, event_type, body, state, next_try_at, decided_at, created_at, queued_at, correlation_id)
     SELECT gen_random_uuid(), $1, gen_random_uuid(), 'job.failed', '{}', CASE WHEN n % 2 = 0 THEN 'queued' ELSE 'failed' END,
       CASE WHEN n % 2 = 0 THEN $2::timestamptz + interval '1 day' END, CASE WHEN n % 2 = 1 THEN $2::timestamptz END, $2, $2, 'c'
     FROM generate_series(1, $3::int) n`,
    [endpointId, world.clock.now(), MANY],
  );
  await rows(
    `INSERT INTO webhook_attempts SELECT id, 1, $2, 1, 500, 'http_500' FROM webhook_deliveries WHERE endpoint_id = $1`,
    [endpointId, world.clock.now()],
  );
  return customer;
}

/** The remaining row has neither account nor address, and its secret signs nothing. */
const expectNothingPersonal = async ({ endpointId }: Customer) => {
  const left = await rows('SELECT * FROM webhook_endpoints WHERE id = $1', [endpointId]);
  for (const row of left)
    expect(row).toMatchObject({
      account_id: null,
      url: '',
      ciphertext: null,
      wrapped_key: null,
      old_ciphertext: null,
      old_wrapped_key: null,
    });
};

describe('a deleted endpoint with a long log (HOOK-14)', () => {
  it('is invisible immediately, after one short statement, and its deliveries are deleted in steps', async () => {
    const customer = await customerWithLog();
    const { accountId, endpointId } = customer;
    // In the transaction of the erasure, so that no periodic run comes between.
    await inTransaction(world.notifications.database, async (manager) => {
      await new ForgetWebhooks(endpoints, world.clock).execute(manager, accountId);
      const [{ n }] = await manager.query('SELECT count(*)::int AS n FROM webhook_deliveries WHERE endpoint_id = $1', [
        endpointId,
      ]);
      expect(n).toBe(MANY);
    });
    await expectNothingPersonal(customer);
    expect((await world.rpc.listEndpoints({ accountId })).endpoints).toEqual([]);
    await expect(world.deliveries(customer)).rejects.toMatchObject({ code: 'webhook_not_found' });
    await new ClearDeletedEndpoints(endpoints).execute();
    expect(await logged(customer)).toBe(0);
    expect(await rows('SELECT FROM webhook_endpoints WHERE id = $1', [endpointId])).toEqual([]);
  });

  it('is unknown once its owner deleted it, frees its place for another one, and is not counted as a queue', async () => {
    const customer = await customerWithLog();
    const { accountId, endpointId } = customer;
    const others = await Promise.all([1, 2, 3, 4].map(() => world.customer(URL, undefined, accountId)));
    await world.rpc.deleteEndpoint({ accountId, endpointId });
    await expectNothingPersonal(customer);
    const unknown = { code: 'webhook_not_found' };
    await expect(world.rpc.deleteEndpoint({ accountId, endpointId })).rejects.toMatchObject(unknown);
    await expect(world.rpc.testEndpoint({ accountId, endpointId })).rejects.toMatchObject(unknown);
    await world.customer(URL, undefined, accountId);
    expect((await new WebhookQueueRepository(world.notifications.database).waiting(world.clock.now())).queued).toBe(0);
    await new ClearDeletedEndpoints(endpoints).execute();
    expect(await logged(customer)).toBe(0);
    expect(await world.endpoint(others[0])).toMatchObject({ url: URL });
  });
});
