import { z } from 'zod';
import { DEFAULT_CLIENTS, youTubeClientSchema } from './youtube-clients.js';

/** Where the real YouTube answers; any other base URL is taken for a simulator and then nothing else is contacted. */
export const YOUTUBE_BASE_URL = 'https://www.youtube.com';

const webUrl = z.url({ protocol: /^https?$/ });

/** An operator sets the client table as one JSON text; unreadable text is reported like any other bad key. */
const clientTable = z.preprocess((value, context) => {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    context.addIssue({ code: 'custom', message: 'must be JSON' });
    return z.NEVER;
  }
}, z.array(youTubeClientSchema).min(1).max(10));

/**
 * Settings of the YouTube source. The total deadline stays under 10 s, so that a real id without network is told 503 within 10 s.
 */
export const youTubeConfigSchema = z.object({
  baseUrl: webUrl.default(YOUTUBE_BASE_URL),
  clients: clientTable.default(DEFAULT_CLIENTS),
  /** May carry credentials: never logged. */
  proxyUrls: z.array(webUrl).max(100).default([]),
  callTimeoutMs: z.number().int().min(50).max(30_000).default(3_500),
  totalTimeoutMs: z.number().int().min(100).max(60_000).default(9_000),
  /** Requests to YouTube by this process, all look-ups together; more wait their turn. */
  requestsPerSecond: z.number().int().min(1).max(10_000).default(30),
  /** Only a wish, used when the caller demands no language. */
  preferredLanguages: z.array(z.string().min(2).max(35)).default(['en']),
});

export type YouTubeConfig = z.infer<typeof youTubeConfigSchema>;
