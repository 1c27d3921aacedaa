import type { Repeating } from '@precis/runtime/repeating';
import type { BusConsumer, ReceivedMessage } from '../bus.js';
import { type ConsumerMetrics, registerConsumerMetrics } from './consumer-metrics.js';
import { type ConsumerOptions, DEADLINE_MS } from './consumer-options.js';
import { DeliveredEvents } from './delivered-events.js';
import { forgetConsumed } from './forget-consumed.js';
import { ParkedEvents } from './parked-events.js';
import { Reactions } from './reactions.js';
import type { EventReaction } from './received-event.js';
import { Stopwatch } from './stopwatch.js';

/** Runs a group's reactions: each event once, in order per key, whatever fails. Knows nothing of Nest. */
export class ConsumerRunner {
  private readonly stopping = new AbortController();
  private readonly stopwatch = new Stopwatch();
  private readonly reactions: Reactions;
  private readonly metrics: ConsumerMetrics;
  private readonly forgetting: Repeating;
  private delivered: DeliveredEvents | undefined;
  private consumer: BusConsumer | undefined;
  private parked: Promise<void> | undefined;

  constructor(
    private readonly options: ConsumerOptions,
    reactions: EventReaction[],
  ) {
    this.reactions = new Reactions(options.group, reactions);
    this.metrics = registerConsumerMetrics(
      options.metrics,
      options.database,
      options.group,
      () => this.consumer?.lag?.(),
      () => this.consumer?.missed?.(),
    );
    this.forgetting = forgetConsumed(options, this.stopping.signal);
  }

  async start(): Promise<void> {
    if (this.reactions.topics().length === 0) return;
    const delivered = new DeliveredEvents(
      this.options,
      this.reactions,
      this.stopwatch,
      this.metrics,
      this.stopping.signal,
    );
    this.delivered = delivered;
    this.consumer = await this.options.bus.run(
      this.options.group,
      this.reactions.topics(),
      (message: ReceivedMessage) => delivered.take(message),
    );
    this.parked = new ParkedEvents(
      this.options,
      this.reactions,
      this.stopwatch,
      this.metrics,
      this.stopping.signal,
    ).run();
    this.forgetting.start();
  }

  /** Lets what is in hand finish. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.consumer?.stop();
    await Promise.all([this.parked, this.forgetting.stop()]);
  }

  /** Throws when the bus's consumer is dead, an event cannot be recorded, or an attempt outlived everything that should have ended it. */
  healthy(): void {
    this.consumer?.healthy();
    this.delivered?.healthy();
    const limitMs = (this.options.deadlineMs ?? DEADLINE_MS) + 20_000;
    if (this.stopwatch.oldestMs() > limitMs) throw new Error(`a handler of group ${this.options.group} is stuck`);
  }
}
