import { eventProcessSettings } from '@precis/events/kafka/event-process-settings';
import { defineConfig } from '@precis/runtime/config';
import { databaseSettings, poolSettings, servingSettings } from '@precis/runtime/settings';
import { z } from 'zod';
import { youTubeConfigSchema } from './youtube/youtube-config.js';

const youTube = youTubeConfigSchema.shape;
const amount = z.coerce.number().min(0).max(1_000_000);
/** Settings are text; an empty one is treated as absent. */
const whole = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value) => (value === undefined || value === '' ? undefined : Number(value)), schema);
const list = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value) => {
    if (typeof value !== 'string') return value;
    const items = value.split(',').map((item) => item.trim());
    return value.trim() === '' ? undefined : items;
  }, schema);

const settings = {
  ...databaseSettings,
  ...poolSettings,
  ...servingSettings,
  /** `off` makes the sample ids ordinary video ids (VID-14). */
  DEMO_VIDEOS: z.enum(['on', 'off']).default('on'),
  /** YouTube's address; any other address is a simulator, and nothing else is contacted. */
  YOUTUBE_BASE_URL: youTube.baseUrl,
  /** JSON: the table of Innertube clients, replaced as a whole. */
  YOUTUBE_CLIENTS: youTube.clients,
  /** Comma-separated http(s) proxies; may carry credentials, never logged. */
  YOUTUBE_PROXY_URLS: list(youTube.proxyUrls),
  /** Time limit of one HTTP call to YouTube. */
  YOUTUBE_CALL_TIMEOUT_MS: whole(youTube.callTimeoutMs),
  /** Time limit of one look-up, including the wait: under 10 s, so that without a network a real id is answered 503 within 10 s. */
  YOUTUBE_TOTAL_TIMEOUT_MS: whole(youTube.totalTimeoutMs),
  /** Language codes, separated by commas; only a preference. */
  YOUTUBE_PREFERRED_LANGUAGES: list(youTube.preferredLanguages),
  /** Requests of this copy to YouTube, all look-ups together; further requests wait their turn. */
  YOUTUBE_REQUESTS_PER_SECOND: whole(youTube.requestsPerSecond),
  /** Parallel look-ups at YouTube. They only wait for the network, so there may be more than computations. */
  SOURCE_CONCURRENCY: z.coerce.number().int().min(1).max(500).default(32),
  /** Parallel look-ups of one account. */
  SOURCE_PER_ACCOUNT: z.coerce.number().int().min(1).max(500).default(8),
  /** Uncharged look-ups that an account may make in a burst, and how many are regained per minute; beyond that 429 `too_many_lookups`. */
  LOOKUPS_BURST: z.coerce.number().int().min(1).max(1_000_000).default(300),
  LOOKUPS_PER_MINUTE: z.coerce.number().int().min(1).max(1_000_000).default(60),
  /** Transcripts that an account may read per day, over all copies; beyond that 429 `too_many_transcripts` (LIMIT-14). */
  TRANSCRIPTS_PER_DAY: z.coerce.number().int().min(1).max(1_000_000).default(200),
  /** Parallel computations of summaries, each in its own thread, at most half of them for one account. */
  SUMMARY_CONCURRENCY: z.coerce.number().int().min(1).max(64).default(4),
  /** Jobs that a copy processes in parallel; they share places and queues with waiting callers. */
  JOB_CONCURRENCY: z.coerce.number().int().min(1).max(64).default(2),
  /** Unfinished jobs that an account may have; beyond that 429 `too_many_jobs`. */
  JOBS_PER_ACCOUNT: z.coerce.number().int().min(1).max(10_000).default(20),
  /** How many calls may wait in each queue (look-ups, summaries, each kind of threads, the model); beyond that 503 `overloaded`. */
  QUEUE_LIMIT: z.coerce.number().int().min(1).max(10_000).default(500),
  /** CPU time limit of one summary: its thread is then stopped. */
  ENGINE_TIMEOUT_MS: z.coerce.number().int().min(100).max(120_000).default(10_000),
  /** Heap of one thread: captions that need more are refused. The container has room for all threads: docker-compose.yml, mem_limit. */
  ENGINE_MEMORY_MB: z.coerce.number().int().min(64).max(4_096).default(256),
  /** CPU seconds per account and hour that may end without a charge (LIMIT-13). */
  ENGINE_LOST_SECONDS_PER_HOUR: z.coerce.number().int().min(1).max(3_600).default(60),
  /** Time limit of a whole call, and again of its computation from its beginning. */
  SUMMARY_TIMEOUT_MS: z.coerce.number().int().min(100).max(120_000).default(55_000),
  /** Secret, never logged; without it there is no model, and the extractive engine writes every summary (OPS-2). */
  OPENAI_API_KEY: z.string().default(''),
  /** An OpenAI-compatible server with its version path: https://api.openai.com/v1, http://ollama:11434/v1. The key is sent there. */
  OPENAI_BASE_URL: z.preprocess((value) => value || undefined, z.url().default('https://api.openai.com/v1')),
  OPENAI_MODEL: z.preprocess((value) => value || undefined, z.string().max(100).default('gpt-4.1-mini')),
  /** Context size of the model: tokens that it can read and write together. */
  OPENAI_CONTEXT_TOKENS: z.coerce.number().int().min(4_000).max(10_000_000).default(128_000),
  /** Summaries that wait for the model in parallel, at most half of them for one account; each makes up to four calls in parallel. */
  OPENAI_CONCURRENCY: z.coerce.number().int().min(1).max(500).default(16),
  /** Time limit of one summary by the model, with all its calls; within SUMMARY_TIMEOUT_MS. Then the extractive engine writes it. */
  OPENAI_TIMEOUT_MS: z.coerce.number().int().min(100).max(110_000).default(48_000),
  /** Input and output tokens of all calls for one summary; a summary that needs more goes to the extractive engine. */
  OPENAI_TOKENS_PER_SUMMARY: z.coerce.number().int().min(1_000).max(100_000_000).default(200_000),
  /** What the model may cost per UTC day, over all copies; 0 = nothing, unless its prices are 0. */
  OPENAI_CENTS_PER_DAY: amount.default(1_000),
  /** Price of a million tokens, in cents. */
  OPENAI_CENTS_PER_MILLION_INPUT: amount.default(40),
  OPENAI_CENTS_PER_MILLION_OUTPUT: amount.default(160),
};

export const { configSchema, processSchema, readConfig } = defineConfig(
  'summarisation',
  settings,
  eventProcessSettings,
);

export type SummarisationConfig = z.output<typeof configSchema>;
