import type { Fault } from './fault.js';

/** SIGKILL of Redis: each gateway counts requests per second by itself meanwhile; no client notices. */
export function stopRedis(holdMs: number): Fault {
  return {
    needs: 'open calls',
    strikes: (_, { load }) => load.view.openCalls > 0,
    holdMs,
    inject: ({ precis }) => precis.redis.kill(),
    heal: ({ precis }) => precis.redis.restart(),
  };
}
