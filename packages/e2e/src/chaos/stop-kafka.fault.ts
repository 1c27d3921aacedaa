import type { Fault } from './fault.js';

/** SIGKILL of the only broker. Mails, timetables and commissions wait in the outboxes; no client notices (design 6). */
export function stopKafka(holdMs: number): Fault {
  return {
    needs: 'an unpublished event and one on its way',
    strikes: ({ unpublished, oldestUnhandledSeconds }) =>
      unpublished > 0 && Math.max(...Object.values(oldestUnhandledSeconds)) > 0,
    holdMs,
    gathers: ({ unpublished, oldestUnpublishedSeconds }) =>
      unpublished > 0 && oldestUnpublishedSeconds > (0.8 * holdMs) / 1_000,
    inject: ({ precis }) => precis.kafka.kill(0),
    heal: ({ precis }) => precis.kafka.restart(0),
  };
}
