import { request as send } from 'node:http';
import type { Page, Request, Route } from 'playwright-core';
import { useStage } from '../stage.ts';
import { asked, type Customer, newCustomer, signedIn } from './buyer.ts';
import type { Visitor } from './visitor.ts';

const CALL = '/api/youtube/playground/summarize';

interface Usage {
  data: { current: { used: number; remaining: number } };
}

describe('a connection that is lost in the middle of a summary', () => {
  const stage = useStage();
  let customer: Customer;
  let visitor: Visitor;

  beforeEach(async () => {
    customer = await newCustomer(stage.deployment, 'Lina');
    visitor = await signedIn(stage.browser, stage.deployment, customer);
    await visitor.open('/playground');
  });

  afterEach(() => visitor?.leave());

  const isShown = () => visitor.page.getByRole('heading', { name: /^How a canal lock/ }).waitFor();

  /** Expects one charged call, in the account, on the page and in the days of the month. */
  async function expectPaidOnce(): Promise<void> {
    await visitor.reads('Used 1 video · 2 left this month');
    expect((await asked<Usage>(stage.deployment, '/api/usage/summary', customer)).data.current).toMatchObject({
      used: 1,
      remaining: 2,
    });
    const stored = await asked<{ summaries: object[] }>(stage.deployment, '/api/youtube/summaries', customer);
    expect(stored.summaries).toHaveLength(1);
    await visitor.open('/usage');
    const month = visitor.page.getByRole('region', { name: 'Current month' });
    await month
      .locator('div')
      .filter({ hasText: /^Videos used1$/ })
      .waitFor();
  }

  it('is repeated with the same key once the browser is online, and is paid once (WEB-27, QUOTA-11)', async () => {
    const { page } = visitor;
    const calls = answersOf(page);
    // The server does its work, its answer never arrives, and then the network is lost.
    const lost = nextCall(page, async (route) => {
      const answer = await route.fetch();
      expect([answer.status(), answer.headers()['idempotency-replayed']]).toEqual([200, undefined]);
      await page.context().setOffline(true);
      await route.abort('internetdisconnected');
    });
    await visitor.summarise(/^How a canal lock/);
    await lost;
    await visitor.reads('The connection was lost. Asking for the same summary again; it is charged only once.');
    await page.context().setOffline(false);
    await isShown();
    await visitor.told('Video summarized successfully!');
    await expectPaidOnce();
    expect(new Set(calls.keys).size).toBe(1);
    expect(calls.replayed).toEqual(['true']);
    // Each complaint is an attempt without a network.
    const expected = /^Failed to load resource: net::ERR_INTERNET_DISCONNECTED$/;
    expect(visitor.complaints.length).toBeGreaterThan(0);
    expect(visitor.complaints.filter((text) => !expected.test(text))).toEqual([]);
  });

  it('is paid once when it was cut right after the request, whatever the server has made of it (WEB-27, QUOTA-11)', async () => {
    const calls = answersOf(visitor.page);
    const cut = nextCall(visitor.page, async (route) => {
      await sendAndHangUp(route.request());
      await route.abort('connectionreset');
    });
    await visitor.summarise(/^How a canal lock/);
    await cut;
    await isShown();
    await expectPaidOnce();
    expect(new Set(calls.keys).size).toBe(1);
    // Besides the cut, the browser may report a 409 for a repeat that came while the first attempt was still running.
    const expected = [/: net::ERR_CONNECTION_RESET$/, /: the server responded with a status of 409 \(Conflict\)$/];
    expect(visitor.complaints.filter((text) => expected[0].test(text))).toHaveLength(1);
    expect(visitor.complaints.filter((text) => !expected.some((one) => one.test(text)))).toEqual([]);
  });

  it('finds its result by itself after the page was reloaded, and is paid once (WEB-27, QUOTA-11)', async () => {
    const { page } = visitor;
    const calls = answersOf(page);
    const done = nextCall(page, async (route) => expect((await route.fetch()).status()).toBe(200));
    await visitor.summarise(/^How a canal lock/);
    await visitor.page.getByRole('region', { name: 'The summary is being made' }).waitFor();
    await done;
    await page.reload();
    await isShown();
    expect(await page.getByLabel('YouTube address').inputValue()).toMatch(/precisDemo/);
    await expectPaidOnce();
    expect(new Set(calls.keys).size).toBe(1);
    expect(calls.replayed).toEqual(['true']);
    expect(visitor.complaints).toEqual([]);
  });

  it('has another key for the next request, which is paid separately (QUOTA-11)', async () => {
    const calls = answersOf(visitor.page);
    for (const left of ['2 left', '1 left']) {
      await visitor.summarise(/^How a canal lock/);
      await visitor.reads(`Used 1 video · ${left} this month`);
    }
    expect(new Set(calls.keys).size).toBe(2);
    expect(calls.replayed).toEqual([undefined, undefined]);
    expect(visitor.complaints).toEqual([]);
  });
});

/** The keys of all calls of the page, and whether their answers say that they are replays, as far as answers arrived. */
function answersOf(page: Page) {
  const seen: { keys: (string | undefined)[]; replayed: (string | undefined)[] } = { keys: [], replayed: [] };
  const isCall = (url: string) => url.endsWith(CALL);
  page.on('request', (request) => {
    if (isCall(request.url())) seen.keys.push(request.headers()['idempotency-key']);
  });
  page.on('response', (answer) => {
    if (isCall(answer.url())) seen.replayed.push(answer.headers()['idempotency-replayed']);
  });
  return seen;
}

/** Passes the next call to `treat`; later calls go to the server as usual. */
function nextCall(page: Page, treat: (route: Route) => Promise<void>): Promise<void> {
  return new Promise((done, failed) => {
    void page.route(`**${CALL}`, (route) => void treat(route).then(done, failed), { times: 1 });
  });
}

/** Sends the browser's request, and closes the connection when it has been sent completely. */
function sendAndHangUp(asked: Request): Promise<void> {
  const body = asked.postDataBuffer()!;
  const headers = { ...asked.headers(), 'content-length': String(body.length) };
  return new Promise((done) => {
    const call = send(asked.url(), { method: asked.method(), headers });
    call.on('error', () => undefined);
    call.on('close', done);
    call.end(body, () => call.destroy());
  });
}
