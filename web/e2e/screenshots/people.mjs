const DAY = 86_400;
const VIDEOS = [1, 2, 3].map((number) => `https://www.youtube.com/watch?v=precisDemo${number}`);
const TYPES = ['auto', 'short', 'detail'];
const PASSWORD = 'correct horse battery staple';
const LIMIT_MS = 60_000;

/** The start of the demo account's history, in seconds from now. */
export const HISTORY_BEGINS = -62 * DAY;

/** The videos that each client summarises, by days before now. */
const HISTORY = [
  { days: 62, calls: { 'Claude Desktop': 2 }, playground: 1 },
  { days: 48, calls: { 'Claude Desktop': 1, 'nightly-digest/2.1': 4 }, playground: 1 },
  { days: 33, calls: { 'Claude Desktop': 3, 'nightly-digest/2.1': 3 }, playground: 2 },
  { days: 19, calls: { 'nightly-digest/2.1': 5 }, playground: 1 },
  { days: 8, calls: { 'Claude Desktop': 4, 'curl/8.14.1': 2 }, playground: 2 },
  { days: 2, calls: { 'Claude Desktop': 2, 'nightly-digest/2.1': 5 }, playground: 1 },
  { days: 0, calls: { 'curl/8.14.1': 1 }, playground: 2 },
];

/**
 * Creates two months of history through the product's own API, on a deployment whose clock is set to HISTORY_BEGINS. Returns the people of the
 * pictures: `demo` with usage, referrals and a running plan, `friend` with a payment, `lapsed` with an expired plan, `spent` with a used-up Free
 * plan, and `fresh` without anything. `visitor` is not signed in.
 */
export async function livePeople({ url, demo }) {
  const api = (path, body, headers = {}, method = body ? 'POST' : 'GET') => call(url, path, method, body, headers);
  const bearer = (token) => ({ authorization: `Bearer ${token}` });
  const moveClock = (offset) => api('/sandbox/clock', { offset_seconds: offset });
  const login = async (email, password = PASSWORD) => (await api('/api/auth/login', { email, password })).token;

  const register = async (name, email, referral_code) => {
    await api('/api/auth/register', { name, email, password: PASSWORD, ...(referral_code && { referral_code }) });
    const token = await until(`the mail to ${email}`, async () => {
      const mails = await api(`/sandbox/mailbox.json?to=${encodeURIComponent(email)}`);
      return JSON.stringify(mails).match(/verify-email\?token=([\w.~%-]+)/)?.[1];
    });
    return (await api('/api/auth/verify-email', { token: decodeURIComponent(token) })).token;
  };
  const summarise = (headers, path, number) =>
    api(path, { url: VIDEOS[number % 3], summary_type: TYPES[Math.floor(number / 3) % 3] }, headers);
  const buy = async (token, plan, duration) => {
    const order = { plan, duration, paymentMethod: 'stripe' };
    const { quote_id } = await api('/api/payment/quote', order, bearer(token));
    const { url: checkout } = await api('/api/payment/create-session', { ...order, quote_id }, bearer(token));
    await call('', `${checkout}/pay`, 'POST', undefined, {});
    return until('the payment', async () => {
      const { history } = await api('/api/payment/history', undefined, bearer(token));
      return history.find(({ status }) => status === 'completed')?.id;
    });
  };

  const live = async ({ days, calls, playground }) => {
    await moveClock(-days * DAY);
    const token = await login(demo.email, demo.password);
    let number = days;
    for (const [client, count] of Object.entries(calls))
      for (let done = 0; done < count; done += 1)
        await summarise({ 'x-api-key': demo.api_key, 'x-client-name': client }, '/api/youtube/summarize', number++);
    for (let done = 0; done < playground; done += 1)
      await summarise(bearer(token), '/api/youtube/playground/summarize', number++);
  };

  for (const entry of HISTORY.filter(({ days }) => days > 40)) await live(entry);
  const lapsed = await register('Cleo Marsh', 'cleo@example.com');
  await buy(lapsed, 'basic', 'monthly');
  for (const entry of HISTORY.filter(({ days }) => days <= 40 && days > 10)) await live(entry);
  const session = await login(demo.email, demo.password);
  const { referral_code } = await api('/api/referral/link', undefined, bearer(session));
  const paymentId = await buy(await register('Dan Orchard', 'dan@example.com', referral_code), 'medium', 'monthly');
  await register('Eve Field', 'eve@example.com', referral_code);
  for (const entry of HISTORY.filter(({ days }) => days <= 10)) await live(entry);
  await moveClock(0);

  const spent = await register('Ben Hollis', 'ben@example.com');
  for (let number = 0; number < 3; number += 1)
    await summarise(bearer(spent), '/api/youtube/playground/summarize', number);
  const fresh = await register('Ada Quill', 'ada@example.com');
  await api('/api/auth/register', { name: 'Finn', email: 'finn@example.com', password: PASSWORD });
  return {
    password: PASSWORD,
    paymentId,
    referralCode: referral_code,
    /** The user of the session `fresh`. */
    user: (await api('/api/auth/me', undefined, bearer(fresh))).user,
    tokens: {
      demo: await login(demo.email, demo.password),
      lapsed: await login('cleo@example.com'),
      friend: await login('dan@example.com'),
      spent,
      fresh,
      visitor: undefined,
    },
  };
}

async function call(url, path, method, body, headers) {
  const end = Date.now() + LIMIT_MS;
  for (;;) {
    const answer = await fetch(url + path, {
      method,
      headers: { ...(body && { 'content-type': 'application/json' }), ...headers },
      body: body && JSON.stringify(body),
    });
    const text = await answer.text();
    if (answer.ok) return text.startsWith('<') ? text : JSON.parse(text);
    // The calls per minute are limited; the answer says how long to wait.
    const wait = Number(answer.headers.get('retry-after'));
    if (answer.status !== 429 || !(wait > 0) || Date.now() + wait * 1000 > end)
      throw new Error(`${method} ${path} answered ${answer.status}: ${text.slice(0, 300)}`);
    await new Promise((done) => setTimeout(done, wait * 1000));
  }
}

/** Repeats `ask` until it returns something. */
async function until(what, ask) {
  const end = Date.now() + LIMIT_MS;
  for (;;) {
    const found = await ask();
    if (found) return found;
    if (Date.now() > end) throw new Error(`${what} did not come`);
    await new Promise((done) => setTimeout(done, 150));
  }
}
