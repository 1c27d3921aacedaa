import { request } from 'node:http';

/**
 * What `helm test` runs inside the cluster: the pages and the API answer, and a new customer registers, opens the link of the mail, makes a key and
 * gets the summary of a demo video, which counts as one. ORIGIN is the web app's Service, PUBLIC_URL the name that it is called by, MAILBOX where the
 * mail can be read.
 */
const { ORIGIN, PUBLIC_URL, MAILBOX } = process.env;
const DEADLINE_MS = 60_000;

const pages = await call('GET', '/');
check('the landing page', pages.status === 200 && pages.text.includes('<html'), pages);
const info = await call('GET', '/api/info');
check('GET /api/info', info.status === 200, info);
const url = info.json.demo_videos.find(({ outcome }) => outcome === 'ok').url;
if (!MAILBOX) {
  console.log(
    'No mailbox is named (tests.mailbox), so that no account can be verified. Not tested: registration and summary.',
  );
  process.exit(0);
}

const email = `helm-test-${Date.now()}@example.com`;
const password = `p-${crypto.randomUUID()}`;
const registered = await call('POST', '/api/auth/register', { name: 'Helm test', email, password });
check('POST /api/auth/register', registered.status < 300, registered);
const token = await mailedToken(email);
const verified = await call('POST', '/api/auth/verify-email', { token });
check('POST /api/auth/verify-email', verified.status === 200 && verified.json.token, verified);
const session = { authorization: `Bearer ${verified.json.token}` };
const made = await call('POST', '/api/api-key/generate', {}, session);
check('POST /api/api-key/generate', made.status < 300 && made.json.apiKey, made);
const summary = await call('POST', '/api/youtube/summarize', { url }, { 'x-api-key': made.json.apiKey });
check('POST /api/youtube/summarize', summary.status === 200 && summary.json.data.summary.length > 0, summary);
const left = Number(summary.headers['x-ratelimit-limit']) - Number(summary.headers['x-ratelimit-remaining']);
check('the summary counts as one', left === 1, summary);
console.log(`${email} registered, verified, and got the summary of ${url}`);

/** The mail is sent after the answer: asks until it is there. */
async function mailedToken(to) {
  const from = Date.now();
  for (;;) {
    const mailbox = new URL(MAILBOX);
    mailbox.searchParams.set('to', to);
    const { status, json } = await send(mailbox, 'GET', undefined, {});
    const link = status === 200 && json.flatMap(({ links }) => links).find((one) => one.includes('/verify-email?'));
    if (link) return new URL(link).searchParams.get('token');
    if (Date.now() - from > DEADLINE_MS) throw new Error(`no mail to ${to} in ${MAILBOX} within a minute`);
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

function call(method, path, body, headers = {}) {
  return send(new URL(path, ORIGIN), method, body, headers);
}

/** Not fetch, which sets `Host` itself. */
function send(url, method, body, headers) {
  const text = body && JSON.stringify(body);
  const all = {
    host: new URL(PUBLIC_URL).host,
    ...(text && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
    ...headers,
  };
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers: all, timeout: DEADLINE_MS }, async (answer) => {
      let received = '';
      for await (const part of answer.setEncoding('utf8')) received += part;
      let json;
      try {
        json = JSON.parse(received);
      } catch {
        json = undefined;
      }
      resolve({ status: answer.statusCode, headers: answer.headers, text: received, json });
    });
    sent.on('timeout', () => sent.destroy(new Error(`${method} ${url.pathname}: no answer within a minute`)));
    sent.on('error', reject);
    sent.end(text);
  });
}

function check(what, holds, { status, text }) {
  if (!holds) throw new Error(`${what}: ${status} ${text.slice(0, 500)}`);
  console.log(`${what}: ${status}`);
}
