import { z } from 'zod';
import type { Scope } from './scope.js';
import { quotaOf } from './summary-output.js';

export const usageOutput = z.object({
  used: z.number().int(),
  remaining: z.number().int(),
  limit: z.number().int(),
  percentage: z.number(),
  resets_at: z.string().nullable(),
  upgrade_url: z.string(),
});

const current = usageOutput.pick({ used: true, remaining: true, limit: true, percentage: true });
const DEADLINE_MS = 5_000;

/** This month's quota, at no cost. */
export async function getUsage({ api, signal, place }: Pick<Scope, 'api' | 'signal' | 'place'>) {
  const { body, headers } = await api.call({
    method: 'GET',
    path: '/api/usage/summary',
    deadlineMs: DEADLINE_MS,
    signal,
  });
  const [limit, remaining, reset] = ['limit', 'remaining', 'reset'].map((name) => headers.get(`x-ratelimit-${name}`));
  return {
    ...current.parse((body.data as { current?: unknown }).current),
    resets_at: quotaOf(limit, remaining, reset)?.resets_at ?? null,
    upgrade_url: `${place.publicUrl}/pricing`,
  };
}
