import { EVENTS } from '@precis/events/catalogue/events';
import { eventually } from '@precis/testing/eventually';
import { NotificationsServiceService } from '@precis/proto/notifications/v1/notifications';
import { randomUUID } from 'node:crypto';
import { CALLERS, type NotificationsRpc, NotificationsWorld } from '../testing/notifications-world.js';

const ALL = { tips: true, usageAlerts: true, planReminders: true, referralNews: true };
type RpcName = keyof typeof NotificationsServiceService;
/** Written here a second time on purpose, so that a changed decorator fails this test. */
const ALLOWED: Record<RpcName, string[]> = {
  getPreferences: ['gateway'],
  setPreferences: ['gateway'],
  unsubscribe: ['gateway'],
  listEndpoints: ['gateway'],
  getEndpoint: ['gateway'],
  createEndpoint: ['gateway'],
  changeEndpoint: ['gateway'],
  deleteEndpoint: ['gateway'],
  rotateEndpointSecret: ['gateway'],
  testEndpoint: ['gateway'],
  listWebhookDeliveries: ['gateway'],
  replayWebhookDelivery: ['gateway'],
};
const names = Object.keys(NotificationsServiceService) as RpcName[];

let world: NotificationsWorld;
beforeAll(async () => void (world = await NotificationsWorld.start()));
afterAll(() => world?.close());

describe('preferences', () => {
  it('are all on by default, and then as last set, also after a repeat', async () => {
    const [accountId, gateway] = [randomUUID(), world.as('gateway')];
    expect(await gateway.getPreferences({ accountId })).toEqual({ preferences: ALL });
    const wishes = { ...ALL, tips: false, referralNews: false };
    for (const preferences of [{ ...ALL, usageAlerts: false }, wishes, wishes])
      expect(await gateway.setPreferences({ accountId, preferences })).toEqual({ preferences });
    expect(await gateway.getPreferences({ accountId })).toEqual({ preferences: wishes });
    expect(await gateway.getPreferences({ accountId: randomUUID() })).toEqual({ preferences: ALL });
  });

  it('keep the topics that an unsubscribe link does not name', async () => {
    const [accountId, gateway] = [randomUUID(), world.as('gateway')];
    await gateway.setPreferences({ accountId, preferences: { ...ALL, planReminders: false } });
    const { UnsubscribeLinks } = await import('./unsubscribe-links.provider.js');
    const link = world.app.nest.get(UnsubscribeLinks, { strict: false }).link(accountId, 'tips');
    expect(await gateway.unsubscribe({ token: link.split('token=')[1] })).toEqual({ topic: 'tips' });
    expect((await gateway.getPreferences({ accountId })).preferences).toEqual({
      ...ALL,
      planReminders: false,
      tips: false,
    });
  });

  it('are never stored again once the account is erased, not even by a link in an old mail (MAIL-16)', async () => {
    const [accountId, other, gateway] = [randomUUID(), randomUUID(), world.as('gateway')];
    const { UnsubscribeLinks } = await import('./unsubscribe-links.provider.js');
    const link = (id: string) =>
      world.app.nest.get(UnsubscribeLinks, { strict: false }).link(id, 'tips').split('token=')[1];
    await gateway.unsubscribe({ token: link(accountId) });
    await world.publish(EVENTS.userDeleted.of({ userId: accountId }, new Date()), 2);
    const rows = async () =>
      (await world.database.query<{ account_id: string }[]>('SELECT account_id FROM preferences')).map(
        (row) => row.account_id,
      );
    await eventually('the erasure', async () => !(await rows()).includes(accountId));
    expect(await gateway.unsubscribe({ token: link(accountId) })).toEqual({ topic: 'tips' });
    const wishes = { ...ALL, usageAlerts: false };
    for (const id of [accountId, accountId.toUpperCase()])
      await gateway.setPreferences({ accountId: id, preferences: wishes });
    expect(await rows()).not.toContain(accountId);
    await gateway.unsubscribe({ token: link(other) });
    expect(await rows()).toContain(other);
    const [{ kept }] = await world.database.query(`SELECT string_agg(e::text, '') AS kept FROM erased_accounts e`);
    expect(kept).not.toContain(accountId);
    expect(kept).not.toContain(Buffer.from(accountId.replaceAll('-', ''), 'hex').toString('hex'));
  });

  it.each(['', 'x', 'x'.repeat(67), '\u0000', 'é'.repeat(67)])('reject the unsubscribe token %j', async (token) => {
    await expect(world.as('gateway').unsubscribe({ token })).rejects.toMatchObject({
      kind: 'invalid',
      code: 'bad_unsubscribe_token',
    });
  });

  it.each(['', 'x', "' OR 1=1", '\u0000'])('refuse the account id %j', async (accountId) => {
    const refused = { kind: 'invalid', code: 'bad_account_id' };
    await expect(world.as('gateway').getPreferences({ accountId })).rejects.toMatchObject(refused);
    await expect(world.as('gateway').setPreferences({ accountId, preferences: ALL })).rejects.toMatchObject(refused);
  });

  it('are not set by an empty request', async () => {
    await expect(
      world.as('gateway').setPreferences({ accountId: randomUUID(), preferences: undefined }),
    ).rejects.toMatchObject({
      kind: 'invalid',
      code: 'preferences_missing',
    });
  });
});

/** Adds the fields that every request must have. */
const EMPTY = {
  ...{ accountId: '', token: '', endpointId: '', deliveryId: '', url: '', cursor: '' },
  ...{ eventTypes: [], isEnabled: false, overlapSeconds: 0, limit: 1 },
};

describe('callers of notifications', () => {
  const outcome = (client: NotificationsRpc, name: RpcName): Promise<string> =>
    (client[name] as (request: object) => Promise<unknown>)(EMPTY).then(
      () => 'admitted',
      (error: { code?: string; kind?: string }) =>
        error.kind === 'invalid' ? 'admitted' : (error.code ?? String(error)),
    );

  it.each(names)('%s admits its callers and refuses every other service', async (name) => {
    const outcomes = await Promise.all(CALLERS.map(async (caller) => [caller, await outcome(world.as(caller), name)]));
    expect(outcomes).toEqual(
      CALLERS.map((caller) => [caller, ALLOWED[name].includes(caller) ? 'admitted' : 'caller_refused']),
    );
  });

  it.each(names)('%s refuses a stranger and a known name with a wrong secret', async (name) => {
    expect(await outcome(world.as('stranger'), name)).toBe('caller_unknown');
    expect(await outcome(world.as('gateway', 'not-the-right-secret'), name)).toBe('caller_unknown');
  });
});
