import { eventProcessSettings } from '@precis/events/kafka/event-process-settings';
import { defineConfig } from '@precis/runtime/config';
import { databaseSettings, poolSettings, servingSettings } from '@precis/runtime/settings';
import { z } from 'zod';
import { youTubeConfigSchema } from './youtube/youtube-config.js';

const youTube = youTubeConfigSchema.shape;
const amount = z.coerce.number().min(0).max(1_000_000);
/** Settings arrive as text; an empty one counts as absent. */
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
  /** Where YouTube is; any other address is taken for a simulator and nothing else is contacted. */
  YOUTUBE_BASE_URL: youTube.baseUrl,
  /** JSON: the table of Innertube clients, replaced as a whole. */
  YOUTUBE_CLIENTS: youTube.clients,
  /** Comma-separated http(s) proxies; may carry credentials, never logged. */
  YOUTUBE_PROXY_URLS: list(youTube.proxyUrls),
  YOUTUBE_CALL_TIMEOUT_MS: whole(youTube.callTimeoutMs),
  /** For one look-up, waiting included: under 10 s, so that without a network a real id is answered 503 within 10 s. */
  YOUTUBE_TOTAL_TIMEOUT_MS: whole(youTube.totalTimeoutMs),
  /** Comma-separated language codes, a wish only. */
  YOUTUBE_PREFERRED_LANGUAGES: list(youTube.preferredLanguages),
  YOUTUBE_REQUESTS_PER_SECOND: whole(youTube.requestsPerSecond),
  /** Look-ups at YouTube at once. They only wait for the network, hence more than computations. */
  SOURCE_CONCURRENCY: z.coerce.number().int().min(1).max(500).default(32),
  /** Of these, those of one account. */
  SOURCE_PER_ACCOUNT: z.coerce.number().int().min(1).max(500).default(8),
  /** Look-ups without a charge that an account may make at once, and how many come back a minute; past that 429 `too_many_lookups`. */
  LOOKUPS_BURST: z.coerce.number().int().min(1).max(1_000_000).default(300),
  LOOKUPS_PER_MINUTE: z.coerce.number().int().min(1).max(1_000_000).default(60),
  /** Transcripts that an account may read a day, all copies together; past that 429 `too_many_transcripts` (LIMIT-14). */
  TRANSCRIPTS_PER_DAY: z.coerce.number().int().min(1).max(1_000_000).default(200),
  /** Summaries computed at once, each in a thread of its own, of one account at most half of them. */
  SUMMARY_CONCURRENCY: z.coerce.number().int().min(1).max(64).default(4),
  /** Jobs that a copy has in hand at once; they share places and lines with those who wait. */
  JOB_CONCURRENCY: z.coerce.number().int().min(1).max(64).default(2),
  /** Unfinished jobs that an account may have; what comes on top is 429 `too_many_jobs`. */
  JOBS_PER_ACCOUNT: z.coerce.number().int().min(1).max(10_000).default(20),
  /** How many may wait for either; what comes on top is 503 `overloaded`. */
  QUEUE_LIMIT: z.coerce.number().int().min(1).max(10_000).default(500),
  /** CPU time for computing one summary: its thread is ended then. */
  ENGINE_TIMEOUT_MS: z.coerce.number().int().min(100).max(120_000).default(10_000),
  /** Heap of one thread: captions that need more are cut off. The container has room for all of them: docker-compose.yml, mem_limit. */
  ENGINE_MEMORY_MB: z.coerce.number().int().min(64).max(4_096).default(256),
  /** Seconds of processor time per account and hour that may end without a charge (LIMIT-13). */
  ENGINE_LOST_SECONDS_PER_HOUR: z.coerce.number().int().min(1).max(3_600).default(60),
  /** For a whole call, and again for its computation from when it begins. */
  SUMMARY_TIMEOUT_MS: z.coerce.number().int().min(100).max(120_000).default(55_000),
  /** Secret, never logged; without it there is no model, and the extractive engine writes every summary. */
  OPENAI_API_KEY: z.string().default(''),
  /** An OpenAI-compatible server, to its version: https://api.openai.com/v1, http://ollama:11434/v1. The key goes there. */
  OPENAI_BASE_URL: z.preprocess((value) => value || undefined, z.url().default('https://api.openai.com/v1')),
  OPENAI_MODEL: z.preprocess((value) => value || undefined, z.string().max(100).default('gpt-4.1-mini')),
  /** Tokens that the model can read and write at once. */
  OPENAI_CONTEXT_TOKENS: z.coerce.number().int().min(4_000).max(10_000_000).default(128_000),
  /** Summaries that wait for the model at once, of one account at most half of them; each makes up to four calls at a time. */
  OPENAI_CONCURRENCY: z.coerce.number().int().min(1).max(500).default(16),
  /** For one summary by the model, with all its calls; within SUMMARY_TIMEOUT_MS. Then the extractive engine writes it. */
  OPENAI_TIMEOUT_MS: z.coerce.number().int().min(100).max(110_000).default(48_000),
  /** In and out, of all calls for one summary; what needs more is the extractive engine's. */
  OPENAI_TOKENS_PER_SUMMARY: z.coerce.number().int().min(1_000).max(100_000_000).default(200_000),
  /** What the model may cost in a UTC day, all copies together; 0 = nothing, unless its prices are 0. */
  OPENAI_CENTS_PER_DAY: amount.default(1_000),
  /** What a million tokens cost, in cents. */
  OPENAI_CENTS_PER_MILLION_INPUT: amount.default(40),
  OPENAI_CENTS_PER_MILLION_OUTPUT: amount.default(160),
};

export const { configSchema, processSchema, readConfig } = defineConfig(
  'summarisation',
  settings,
  eventProcessSettings,
);

export type SummarisationConfig = z.output<typeof configSchema>;
