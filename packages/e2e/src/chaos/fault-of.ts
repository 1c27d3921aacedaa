import type { PlannedFault } from './chaos-plan.js';
import type { Fault } from './fault.js';
import { killBothCopies, killService } from './kill-service.fault.js';
import { stallConsumer } from './stall-consumer.fault.js';
import { stopKafka } from './stop-kafka.fault.js';
import { stopPostgres } from './stop-postgres.fault.js';
import { stopRedis } from './stop-redis.fault.js';

/** How a planned fault is done. */
export function faultOf(planned: PlannedFault): Fault {
  switch (planned.kind) {
    case 'kill':
      return killService(planned.service, planned.copy);
    case 'double-kill':
      return killBothCopies(planned.service, planned.copy, planned.gapMs);
    case 'stall':
      return stallConsumer(planned.service, planned.copy, planned.holdMs);
    case 'postgres':
      return stopPostgres(planned.holdMs);
    case 'kafka':
      return stopKafka(planned.holdMs);
    case 'redis':
      return stopRedis(planned.holdMs);
  }
}
