import type { FastifyRequest } from 'fastify';
import { Operation } from './operation.decorator.js';
import { policyOf, type RoutePolicy } from './route-policy.js';
import { z } from 'zod';

const KEYED = { access: 'api-key', api: 'public', bodyLimitBytes: 1 } satisfies RoutePolicy;
const requestOf = (raw: object, policy?: RoutePolicy) =>
  ({ raw, routeOptions: { config: { policy } } }) as unknown as FastifyRequest;

describe('the policy of a request', () => {
  it('is that of its route, also when it was looked at before the request had a route', () => {
    const raw = {};
    expect(policyOf(requestOf(raw)).access).toBe('public');
    expect(policyOf(requestOf(raw, KEYED))).toBe(KEYED);
  });

  it('never has a query beside a body that a thread parses, because nothing would check the query', () => {
    const both = { summary: 'Both', body: z.object({}), query: z.object({}), largeBody: 'summarise' } as const;
    expect(() => Operation(both)).toThrow('Both: a route with a large body has no query');
  });
});
