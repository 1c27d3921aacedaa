import { Counter, Gauge, type Registry } from 'prom-client';
import type { TokenUse } from './model-client.js';
import type { ModelFailure } from './model-failed.js';

/** Metrics of the model: outcomes of its calls, their cost, and the state of the breaker. */
export class ModelMetrics {
  private readonly calls: Counter<'outcome'>;
  private readonly tokens: Counter<'direction'>;
  private readonly cents: Counter;
  /** Called when the metrics are scraped. */
  isUp: () => boolean = () => true;

  constructor(registry: Registry) {
    this.calls = new Counter({
      name: 'precis_model_calls_total',
      help: 'Calls of the model by outcome (ok, or the code of the failure).',
      labelNames: ['outcome'],
      registers: [registry],
    });
    this.tokens = new Counter({
      name: 'precis_model_tokens_total',
      help: 'Tokens by direction (input or output), as the provider counted them or else estimated.',
      labelNames: ['direction'],
      registers: [registry],
    });
    this.cents = new Counter({
      name: 'precis_model_cents_total',
      help: 'What the model has cost by the configured prices, in cents.',
      registers: [registry],
    });
    const isUp = () => this.isUp();
    new Gauge({
      name: 'precis_model_up',
      help: '1 while calls of the model are let through, 0 while the breaker is open or the money of the day is spent.',
      registers: [registry],
      collect() {
        this.set(isUp() ? 1 : 0);
      },
    });
  }

  called(outcome: ModelFailure | 'ok'): void {
    this.calls.inc({ outcome });
  }

  used({ input, output }: TokenUse, cents: number): void {
    this.tokens.inc({ direction: 'input' }, input);
    this.tokens.inc({ direction: 'output' }, output);
    this.cents.inc(cents);
  }
}
