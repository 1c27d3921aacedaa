import { eventually } from '@precis/testing/eventually';
import { type Account, type InProcessDeployment, reservedUnits, startInProcess } from './in-process-deployment.js';
import { type CuttingProxy, startCuttingProxy } from './cutting-proxy.js';

const VIDEO = 'https://www.youtube.com/watch?v=precisDemo1';
const NO_SUCH_VIDEO = { url: '' };
/** The gateway asks once and repeats once. */
const BOTH_TRIES = 2;

let proxy: CuttingProxy;
let deployment: InProcessDeployment;
let account: Account;

beforeAll(async () => {
  deployment = await startInProcess({
    beforeUsage: async (address) => {
      proxy = await startCuttingProxy(address, `${address}.cut`);
      return proxy.address;
    },
  });
  const info = (await (await fetch(`${deployment.standalone.demo.url}/api/info`)).json()) as {
    demo_videos: { url: string; status: number }[];
  };
  NO_SUCH_VIDEO.url = info.demo_videos.find((video) => video.status === 404)!.url;
}, 60_000);

afterAll(async () => {
  await deployment.close();
  proxy.close();
});

beforeEach(async () => {
  account = await deployment.newAccount();
});

let prompts = 0;
/** A unique prompt makes the call compute, so that it reserves first; a known prompt finds the stored result. */
const fresh = () => ({ url: VIDEO, custom_prompt: `point ${++prompts}` });

async function expectSettled(used: number) {
  await eventually(
    'no unit reserved',
    async () => (await reservedUnits(deployment.standalone.databaseUrls.usage)) === 0,
    20_000,
  );
  expect(await account.used()).toBe(used);
}

describe('a reply of usage that is cut after its commit', () => {
  it.each(['reserve', 'charge'])('of %s once: the caller gets its summary and pays once', async (operation) => {
    proxy.cut(operation, 1);
    expect((await account.summarise(fresh())).status).toBe(200);
    await expectSettled(1);
  });

  it('of reserve, both times: 503, nothing charged, nothing left reserved', async () => {
    proxy.cut('reserve', BOTH_TRIES);
    const answer = await account.summarise(fresh());
    expect([answer.status, answer.body.code]).toEqual([503, 'service_unavailable']);
    await expectSettled(0);
  });

  it('of charge, both times: the release reports that the charge had won, and the caller gets its summary', async () => {
    proxy.cut('charge', BOTH_TRIES);
    expect((await account.summarise(fresh())).status).toBe(200);
    await expectSettled(1);
  });

  it('of charge and release: 503, and the repeat with the same key gets the charged summary at no further cost', async () => {
    proxy.cut('charge', BOTH_TRIES);
    proxy.cut('release', BOTH_TRIES);
    const body = fresh();
    expect((await account.summarise(body, { 'idempotency-key': 'cut-charge' })).status).toBe(503);
    expect((await account.summarise(body, { 'idempotency-key': 'cut-charge' })).status).toBe(200);
    await expectSettled(1);
  });

  it('of charge and release, without a key: 503, and a summary that nobody can fetch is not charged', async () => {
    proxy.cut('charge', BOTH_TRIES);
    proxy.cut('release', BOTH_TRIES);
    expect((await account.summarise(fresh())).status).toBe(503);
    await eventually('the refund', async () => (await account.used()) === 0, 20_000);
    await expectSettled(0);
  });

  it.each([1, BOTH_TRIES])(
    'of reserve-and-charge, %i times: the caller gets the stored summary and pays once',
    async (times) => {
      const body = fresh();
      expect((await account.summarise(body)).status).toBe(200);
      proxy.cut('reserveAndCharge', times);
      expect((await account.summarise(body)).status).toBe(200);
      await expectSettled(2);
    },
  );

  it.each([1, BOTH_TRIES])('of release, %i times: the failure is answered and the unit comes back', async (times) => {
    proxy.cut('release', times);
    expect((await account.summarise(NO_SUCH_VIDEO)).status).toBe(404);
    await expectSettled(0);
  });

  it('of peek, both times: the answer comes without quota headers', async () => {
    proxy.cut('peek', BOTH_TRIES);
    const response = await fetch(`${deployment.standalone.demo.url}/api/auth/me`, {
      headers: { authorization: `Bearer ${account.token}` },
    });
    expect([response.status, response.headers.get('x-ratelimit-limit')]).toEqual([200, null]);
    await expectSettled(0);
  });

  it('was really cut in these tests', () => {
    expect(new Set(proxy.cuts)).toEqual(new Set(['reserve', 'charge', 'release', 'reserveAndCharge', 'peek']));
  });
});
