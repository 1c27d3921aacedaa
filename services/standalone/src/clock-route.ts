import { HttpProblem } from '@precis/gateway/http/http-problem';
import { BODY_LIMIT_BYTES, type RoutePolicy } from '@precis/gateway/http/route-policy';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { MovableClock } from './movable-clock.js';
import { refuseOtherHost, type SandboxPlace } from './sandbox-hosts.js';

/** Five years: far enough for every term and retention, near enough for every date. */
const FARTHEST_SECONDS = 5 * 366 * 86_400;

const seconds = z.number().int().optional().describe('a whole number of seconds');
const body = z.object({ advance_seconds: seconds, offset_seconds: seconds });
const policy: RoutePolicy = { access: 'public', api: 'private', bodyLimitBytes: BODY_LIMIT_BYTES, body };

/**
 * `GET` returns the time that the services use. `POST {"advance_seconds"}` or `{"offset_seconds"}` moves it for all of them, within five years of
 * the wall clock, and answers when all work that became due has run. 421 for a request with another host name than `place` has.
 */
export function clockRoute(
  fastify: FastifyInstance,
  clock: MovableClock,
  runClockedWork: () => Promise<void>,
  place: SandboxPlace,
): void {
  const now = () => ({ now: clock.now().toISOString(), offset_seconds: clock.offsetSeconds });
  fastify.get(
    '/sandbox/clock',
    (request, reply) => refuseOtherHost(request.raw.headers.host, place, reply) ?? reply.send(now()),
  );
  fastify.post('/sandbox/clock', { config: { policy } }, async (request, reply) => {
    const refused = refuseOtherHost(request.raw.headers.host, place, reply);
    if (refused) return refused;
    // A page of another site may send any other type without a preflight request, and also a body without a type.
    if (!/^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? ''))
      throw new HttpProblem(415, 'content_type_unsupported', 'Content-Type must be application/json.');
    const { advance_seconds: advance, offset_seconds: offset } = request.body as z.output<typeof body>;
    if ((advance === undefined) === (offset === undefined))
      throw new HttpProblem(400, 'invalid_parameter', 'Send either advance_seconds or offset_seconds.');
    const target = offset ?? clock.offsetSeconds + advance!;
    if (Math.abs(target) > FARTHEST_SECONDS)
      throw new HttpProblem(400, 'invalid_parameter', 'The clock can be moved by at most five years.');
    clock.moveTo(target);
    await runClockedWork();
    return reply.send(now());
  });
}
