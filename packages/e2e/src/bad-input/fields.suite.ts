import type { Answer, CallOptions } from '../deployment/call.js';
import { expectPaymentError, expectPrivateError, expectPublicError } from '../deployment/error-answers.js';
import { hostileBodies } from './hostile-bodies.js';
import type { BadInputRoute } from './route-fields.js';
import { ROUTES } from './routes.js';
import { itLeavesUntouched, type Victim } from './victim.js';
import { placeOf, wrongValues } from './wrong-values.js';

const CONTENT_TYPES = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/xml',
  'application/octet-stream',
];

const ERROR_BODY = { public: expectPublicError, private: expectPrivateError, payment: expectPaymentError };

const WITH_REQUIRED = ROUTES.filter(({ fields }) => Object.values(fields).some((field) => field.required));

/**
 * Sends every field of every route with wrong values, and malformed bodies: 400, or 415 for other formats, with the specified error body (API-2,
 * API-10).
 */
export function fieldsSuite(victim: () => Victim, isFull: boolean): void {
  describe.each(ROUTES.map((route) => [route.path, route] as const))('bad input to %s', (_path, route) => {
    const send = (options: CallOptions) =>
      victim().precis.call(route.method, route.path, { ...credentialOf(route, victim()), ...options });

    it.each(Object.keys(route.fields))('%s: 400 for every wrong value', async (name) => {
      const { [name]: good, ...others } = route.valid;
      for (const [what, json] of wrongValues(route.fields[name], placeOf(route.path, name), isFull)) {
        // Preceded by a valid value, because of equal names the last one counts.
        const body = `${JSON.stringify({ [name]: good, ...others }).slice(0, -1)},${JSON.stringify(name)}:${json}}`;
        expectBad(await send({ raw: body }), route, `${name} is ${what}`);
      }
    });

    const required = Object.entries(route.fields).filter(([, field]) => field.required);
    if (required.length > 0) {
      it('400 missing_parameter for every required field that is absent', async () => {
        for (const [name] of required) {
          const answer = await send({ body: { ...route.valid, [name]: undefined } });
          expectBad(answer, route, `${name} is absent`);
          expect(answer.body.code).toBe('missing_parameter');
          expect(answer.body.error).toContain(name);
        }
      });

      it('400 for every body that is no JSON object with these fields', async () => {
        const bodies = hostileBodies(WITH_REQUIRED.indexOf(route), WITH_REQUIRED.length, isFull);
        for (const [what, raw] of bodies) expectBad(await send({ raw }), route, what);
      });
    }

    it('415 for a body under any other content type, also for one that could be read', async () => {
      const one = CONTENT_TYPES[ROUTES.indexOf(route) % CONTENT_TYPES.length];
      for (const type of isFull ? CONTENT_TYPES : [one]) {
        for (const raw of ['url=https%3A%2F%2Fyoutu.be%2FprecisDemo1', JSON.stringify(route.valid)]) {
          expectBad(await send({ raw, headers: { 'content-type': type } }), route, type, 415);
        }
      }
    });

    it('400 for a body that would hold the event loop, before it is parsed', async () => {
      for (const [code, raw] of slowBodies(route.bodyLimitBytes)) {
        const answer = await send({ raw });
        expectBad(answer, route, code);
        expect(answer.body.code).toBe(code);
      }
    });

    it('the refusal never repeats what was sent', async () => {
      const [name] = Object.keys(route.fields);
      for (const value of [{ secret: 'canary-4711' }, ['canary-4711'], `canary-4711${'x'.repeat(3_000)}`]) {
        const answer = await send({ body: { ...route.valid, [name]: value } });
        expectBad(answer, route, 'canary');
        expect(answer.text).not.toContain('canary-4711');
      }
    });

    itLeavesUntouched(victim);
  });
}

/** Bodies of nearly the largest size that the route accepts. */
function slowBodies(limitBytes: number): [code: string, body: string][] {
  const half = Math.floor(limitBytes / 2) - 10;
  const deep: [string, string] = ['json_too_deep', `{"x":${'['.repeat(half)}${']'.repeat(half)}}`];
  // 100 kB cannot hold enough values to matter.
  return limitBytes < 1_000_000 ? [deep] : [deep, ['json_too_many_values', `{"x":[${'{},'.repeat(half / 2)}1]}`]];
}

/** The credential of a route, so that only the input is bad. */
export function credentialOf({ credential }: BadInputRoute, { token, key }: Victim): CallOptions {
  return credential === 'none' ? {} : credential === 'token' ? { token } : { key };
}

/** Expects 400 with the complete error body of the route's API; `what` names the case in a failure. */
export function expectBad(answer: Answer, { api }: BadInputRoute, what: string, status = 400): void {
  expect({ what, status: answer.status }).toEqual({ what, status });
  ERROR_BODY[api](answer, status);
}
