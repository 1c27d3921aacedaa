import { Bulkhead } from '@precis/runtime/bulkhead';
import type { Clock } from '@precis/runtime/clock';
import type { Registry } from 'prom-client';
import type { DataSource } from 'typeorm';
import type { SummarisationConfig } from '../../config.js';
import type { ChainLink } from '../../results/engine-chain.js';
import { overloaded } from '../../work/work.errors.js';
import { Breaker } from './breaker.js';
import { ModelCalls } from './model-calls.js';
import { ModelClient } from './model-client.js';
import { ModelMetrics } from './model-metrics.js';
import { ModelSpendRepository } from './model-spend.repository.js';
import { ModelWriter } from './model-writer.js';
import { MoneyBudget } from './money-budget.js';
import { OpenAiEngine } from './openai.engine.js';
import { StructuredOutput } from './structured-output.js';

interface Around {
  database: DataSource;
  clock: Clock;
  metrics: Registry;
}

/** Builds the model's link of the engine chain from the settings; undefined without a key. */
export function modelLink(config: SummarisationConfig, { database, clock, metrics }: Around): ChainLink | undefined {
  if (config.OPENAI_API_KEY === '') return undefined;
  const address = { baseUrl: config.OPENAI_BASE_URL, apiKey: config.OPENAI_API_KEY, model: config.OPENAI_MODEL };
  const prices = {
    inputCents: config.OPENAI_CENTS_PER_MILLION_INPUT,
    outputCents: config.OPENAI_CENTS_PER_MILLION_OUTPUT,
    centsPerDay: config.OPENAI_CENTS_PER_DAY,
  };
  const breaker = new Breaker();
  const money = new MoneyBudget(prices, new ModelSpendRepository(database), clock);
  const ofModel = new ModelMetrics(metrics);
  const unavailable = () => (breaker.isOpen ? 'breaker_open' : money.isSpent ? 'money_spent' : undefined);
  ofModel.isUp = () => unavailable() === undefined;
  const calls = new ModelCalls(new ModelClient(address), breaker, money, ofModel);
  const engine = new OpenAiEngine(new StructuredOutput(calls), {
    model: config.OPENAI_MODEL,
    apiKey: config.OPENAI_API_KEY,
    contextTokens: config.OPENAI_CONTEXT_TOKENS,
    timeoutMs: config.OPENAI_TIMEOUT_MS,
    tokensPerSummary: config.OPENAI_TOKENS_PER_SUMMARY,
  });
  return {
    writer: new ModelWriter(engine),
    places: new Bulkhead({
      atOnce: config.OPENAI_CONCURRENCY,
      // As with the threads, half of the places stay free for other accounts.
      atOnceOfOne: Math.ceil(config.OPENAI_CONCURRENCY / 2),
      waiting: config.QUEUE_LIMIT,
      refusal: overloaded,
    }),
    timeoutMs: config.OPENAI_TIMEOUT_MS,
    unavailable,
  };
}
