import { eventually } from '@precis/testing/eventually';
import type { Deployment } from '../deployment/deployment.js';
import { CanaryPerson } from './canary-person.js';

const VIDEO = 'https://www.youtube.com/watch?v=precisDemo1';
/** All of Free's videos: the last one sends the mails about the quota. */
const VIDEOS = 3;

/** Runs an operator's command on the account with this address. */
export type Operate = (command: string, email: string, reason: string) => Promise<void>;

export interface Walked {
  person: CanaryPerson;
  /** The account that was used in every way, with its current e-mail address and password. */
  account: { id: string; email: string; password: string };
  /** The account that signed up with Google. */
  google: { id: string; email: string; session: string };
}

/**
 * Uses an account in every way except its end, including failures: registration, verification, login, reset, change of password, profile and
 * e-mail, sessions, keys, summarising, optional mails, export, Google sign-up and linking, suspension. Over HTTP alone.
 */
export async function walkAllJourneys(using: () => Deployment, operate: Operate): Promise<Walked> {
  const person = new CanaryPerson(using);
  const name = person.text('first name');
  const email = person.email('first');
  const password = person.secret('first password');
  const logIn = async (what: string, typed: { email: string; password: string }) =>
    person.keep(what, (await person.call(200, 'POST', '/api/auth/login', { body: typed })).body.token);

  // Registration and login.
  await person.call(400, 'POST', '/api/auth/register', { body: { name, email, password: 'x' } });
  await person.call(400, 'POST', '/api/auth/register', {
    body: { name, email: `${email} ${person.text('no address')}`, password },
  });
  await person.call(200, 'POST', '/api/auth/register', { body: { name, email, password } });
  await person.call(403, 'POST', '/api/auth/login', { body: { email, password } });
  await person.call(401, 'POST', '/api/auth/login', { body: { email, password: person.secret('wrong password') } });
  await person.call(200, 'POST', '/api/auth/resend-verification', { body: { email } });
  const link = await person.mailedToken('verification link', email, '/verify-email', 2);
  await person.call(400, 'POST', '/api/auth/verify-email', { body: { token: person.secret('made-up link') } });
  const verified = await person.call(200, 'POST', '/api/auth/verify-email', { body: { token: link } });
  const id = verified.body.user.id as string;
  person.keep('session by link', verified.body.token);
  await person.call(409, 'POST', '/api/auth/register', { body: { name, email, password } });
  let token = await logIn('session by password', { email, password });

  // Keys, and the calls that they allow.
  await keysAndVideos(person, token);
  const unsubscribe = await person.mailedToken('unsubscribe link', email, '/unsubscribe');
  await person.call(400, 'POST', '/api/notifications/unsubscribe', { body: { token: `${unsubscribe}x` } });
  await person.call(200, 'POST', '/api/notifications/unsubscribe', { body: { token: unsubscribe } });
  const wanted = { tips: true, usage_alerts: true, plan_reminders: false, referral_news: true };
  await person.call(200, 'PUT', '/api/user/notifications', { token, body: wanted });

  // Passwords.
  const reset = person.secret('reset password');
  await person.call(200, 'POST', '/api/auth/forgot-password', { body: { email } });
  const resetLink = await person.mailedToken('reset link', email, '/reset-password');
  await person.call(400, 'POST', '/api/auth/reset-password', { body: { token: resetLink, password: 'x' } });
  const answer = await person.call(200, 'POST', '/api/auth/reset-password', {
    body: { token: resetLink, password: reset },
  });
  token = person.keep('session by reset', answer.body.token);
  await person.call(400, 'POST', '/api/auth/reset-password', { body: { token: resetLink, password: reset } });
  const changed = person.secret('changed password');
  await person.call(400, 'PUT', '/api/auth/update-password', {
    token,
    body: { currentPassword: password, newPassword: changed },
  });
  await person.call(200, 'PUT', '/api/auth/update-password', {
    token,
    body: { currentPassword: reset, newPassword: changed },
  });

  // Profile and address.
  const newEmail = person.email('second');
  const profile = { name: person.text('second name'), email: newEmail, currentPassword: changed };
  await person.call(200, 'PUT', '/api/user/profile', { token, body: profile });
  const change = await person.mailedToken('link of the change', newEmail, '/verify-email');
  await person.call(403, 'POST', '/api/auth/verify-email', { body: { token: change } });
  await person.call(200, 'POST', '/api/auth/verify-email', { token, body: { token: change } });
  await person.call(401, 'POST', '/api/auth/login', { body: { email, password: changed } });
  // Another address, which is never confirmed.
  const third = person.email('third');
  await person.call(200, 'PUT', '/api/user/profile', { token, body: { ...profile, email: third } });
  await person.mailedToken('link of a change that waits', third, '/verify-email');

  // Google: a new account, and this one.
  const googleEmail = person.email('google');
  const session = await person.signInByGoogle('google new', { email: googleEmail, name: person.text('google name') });
  const google = (await person.call(200, 'GET', '/api/auth/me', { token: session })).body.user;
  await person.call(200, 'PUT', '/api/auth/update-password', {
    token: session,
    body: { newPassword: person.secret('first password of google') },
  });
  const linked = { email: newEmail, name: person.text('other name at google') };
  await person.signInByGoogle('google linking', linked, changed);

  // Suspension, sessions, export.
  await operate('suspend', newEmail, person.text('reason of an operator'));
  await person.call(403, 'POST', '/api/auth/login', { body: { email: newEmail, password: changed } });
  await operate('resume', newEmail, person.text('reason of an operator'));
  await logIn('session to end', { email: newEmail, password: changed });
  token = await logIn('session that stays', { email: newEmail, password: changed });
  const { sessions } = (await person.call(200, 'GET', '/api/auth/sessions', { token })).body;
  const other = sessions.find((one: { current: boolean }) => !one.current);
  await person.call(200, 'DELETE', `/api/auth/sessions/${other.id}`, { token });
  await person.call(200, 'DELETE', '/api/auth/sessions', { token });
  const ended = { token: person.of('session to end') };
  await eventually(
    'the ended session is refused',
    async () => (await using().call('GET', '/api/auth/me', ended)).status === 401,
  );
  await person.call(401, 'GET', '/api/auth/me', ended);
  await person.call(200, 'GET', '/api/user/activity', { token });
  await person.call(200, 'GET', '/api/user/export', { token });
  await person.call(200, 'GET', '/api/usage/details', { token });
  await person.call(200, 'POST', '/api/auth/logout', { token });
  return {
    person,
    account: { id, email: newEmail, password: changed },
    google: { id: google.id, email: googleEmail, session },
  };
}

/** A transcript of the person's own words, with the person's name. */
function ownTranscript(person: CanaryPerson): object {
  const said = [
    `The ${person.text('pump')} lifts water from the deep well every morning.`,
    'It was built by two engineers who lived beside the canal for years.',
    `Nobody has to carry water by hand since the ${person.text('wheel')} was built.`,
  ];
  return { title: person.text('title of a talk'), transcript: said.map((text, at) => ({ start: at * 10, text })) };
}

async function keysAndVideos(person: CanaryPerson, token: string): Promise<void> {
  const first = (await person.call(200, 'POST', '/api/api-key/generate', { token })).body.apiKey as string;
  person.keep('replaced key', first);
  const rotated = await person.call(200, 'POST', '/api/api-key/rotate', { token, body: { grace_hours: 1 } });
  const key = person.keep('key', rotated.body.apiKey);
  const headers = { 'x-client-name': person.text('client').replaceAll(' ', '-') };
  person.personal.set('client', headers['x-client-name']);
  const idempotencyKey = (n: number) => {
    const what = `idempotency key ${n}`;
    return person.keep(what, person.secret(what).replaceAll(' ', '-'));
  };
  const summarise = (status: number, n: number, more: object = {}) =>
    person.call(status, 'POST', '/api/youtube/summarize', {
      key,
      headers: { ...headers, 'idempotency-key': idempotencyKey(n) },
      body: { url: VIDEO, custom_prompt: person.text(`prompt ${n}`), ...more },
    });
  await summarise(400, 0, { url: `https://${person.text('host').replaceAll(' ', '.')}.example/watch?v=1` });
  for (let n = 1; n <= VIDEOS; n++) {
    const { body } = await summarise(200, n, n === VIDEOS ? ownTranscript(person) : {});
    if (body.success !== true) throw new Error(`summarize answered ${JSON.stringify(body)}`);
  }
  await summarise(429, VIDEOS + 1);
  await person.call(429, 'POST', '/api/youtube/playground/summarize', {
    token,
    headers,
    body: { url: VIDEO, custom_prompt: person.text('prompt of the playground') },
  });
  await person.call(401, 'POST', '/api/youtube/summarize', {
    key: person.keep('made-up key', `${key.slice(0, -4)}zzzz`),
    headers,
    body: { url: VIDEO },
  });
  await person.call(404, 'GET', `/nowhere/${key}?token=${encodeURIComponent(token)}`);
  await person.call(400, 'GET', `/api/usage/details?month=${encodeURIComponent(person.text('month'))}`, { token });
  await person.call(200, 'PUT', '/api/api-key/revoke', { token });
  await person.call(401, 'POST', '/api/youtube/summarize', { key: first, headers, body: { url: VIDEO } });
}
