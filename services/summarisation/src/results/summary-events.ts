import type { NewEvent } from '@precis/events/outbox/outbox';
import { SummaryCompleted, SummaryFailed } from '@precis/proto/events/summarisation/v1/summary';

const TOPIC = 'summarisation.summary.v1';

/** A summary was computed. Never told for a stored one. */
export function summaryCompleted(fact: SummaryCompleted, occurredAt: Date): NewEvent {
  return {
    topic: TOPIC,
    key: fact.videoId,
    type: 'summary-completed',
    payload: SummaryCompleted.encode(fact).finish(),
    occurredAt,
  };
}

/** A summary cannot be had: the source refused for good, or the engine failed. Not told again for ten minutes. */
export function summaryFailed(fact: SummaryFailed, occurredAt: Date): NewEvent {
  return {
    topic: TOPIC,
    key: fact.videoId,
    type: 'summary-failed',
    payload: SummaryFailed.encode(fact).finish(),
    occurredAt,
  };
}
