import { type Answer, call } from './call.js';
import type { Deployment } from './deployment.js';

/** Ended sessions, revoked keys and suspended accounts are refused everywhere within 1 s of the answer (KEY-4, ACC-20, ACC-32). */
const LIMIT_MS = 1_000;
const GIVE_UP_MS = 10_000;

/**
 * Sends this credential to every gateway repeatedly, until each refuses it: a request that began 1 s or more after the change was answered must not
 * pass. Returns the refusals.
 */
export async function refusedEverywhere(
  { gatewayUrls }: Deployment,
  credential: { token: string } | { key: string },
): Promise<Answer[]> {
  const ask = (url: string) =>
    'token' in credential
      ? call(url, 'GET', '/api/auth/me', credential)
      : call(url, 'POST', '/api/youtube/info', { ...credential, body: { url: 'https://youtu.be/precisDemo1' } });
  return Promise.all(gatewayUrls.map((url) => refusedWithin(() => ask(url), `at ${url}`)));
}

/** The same for any request: returns the refusal. */
export async function refusedWithin(ask: () => Promise<Answer>, where = 'there'): Promise<Answer> {
  const answeredAt = performance.now();
  let lastAcceptedMs = 0;
  for (;;) {
    const begunMs = performance.now() - answeredAt;
    const answer = await ask();
    if (answer.status === 401 || answer.status === 403) {
      expect(lastAcceptedMs).toBeLessThan(LIMIT_MS);
      return answer;
    }
    lastAcceptedMs = begunMs;
    if (begunMs > GIVE_UP_MS) throw new Error(`still ${answer.status} ${where} after ${Math.round(begunMs)} ms`);
  }
}
