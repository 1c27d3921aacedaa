import { z } from 'zod';

/**
 * One way to identify ourselves to Innertube. Client versions become invalid within months, so an operator can replace this table without a
 * release.
 */
export const youTubeClientSchema = z.object({
  name: z.string().regex(/^[A-Z0-9_]{2,40}$/),
  /** Value of X-YouTube-Client-Name. */
  number: z.number().int().positive(),
  version: z.string().min(1).max(40),
  userAgent: z.string().min(1).max(300),
  /** Further fields of context.client. */
  device: z.record(z.string(), z.union([z.string(), z.number()])).default({}),
  /**
   * Whether its refusal counts: a video is gone only when every convicting client says so, two at least. One client alone refuses videos that
   * others play.
   */
  canConvict: z.boolean().default(false),
});

export type YouTubeClient = z.infer<typeof youTubeClientSchema>;

/** Tried in this order. Rows as published by yt-dlp on 2026-08-20; WEB is mostly gated by attestation and comes last. */
export const DEFAULT_CLIENTS: YouTubeClient[] = [
  {
    name: 'ANDROID',
    number: 3,
    version: '21.26.364',
    userAgent: 'com.google.android.youtube/21.26.364 (Linux; U; Android 11) gzip',
    device: { osName: 'Android', osVersion: '11', androidSdkVersion: 30 },
    canConvict: true,
  },
  {
    name: 'VISIONOS',
    number: 101,
    version: '1.02',
    userAgent:
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 15_7_3) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15',
    device: { osName: 'visionOS', osVersion: '26.5.23O471', deviceMake: 'Apple', deviceModel: 'RealityDevice17,1' },
    canConvict: true,
  },
  {
    name: 'IOS',
    number: 5,
    version: '21.26.4',
    userAgent: 'com.google.ios.youtube/21.26.4 (iPhone16,2; U; CPU iOS 18_3_2 like Mac OS X;)',
    device: { osName: 'iPhone', osVersion: '18.3.2.22D82', deviceMake: 'Apple', deviceModel: 'iPhone16,2' },
    canConvict: false,
  },
  {
    name: 'WEB',
    number: 1,
    version: '2.20260708.00.00',
    userAgent:
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36',
    device: {},
    canConvict: false,
  },
];

/** The real YouTube. Any other base URL is treated as a simulator, and then nothing else is contacted. */
export const YOUTUBE_BASE_URL = 'https://www.youtube.com';

const webUrl = z.url({ protocol: /^https?$/ });

/** The client table, which an operator sets as one JSON text. Unreadable text is reported like any other invalid key. */
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
 * Settings of the YouTube source. The total deadline stays under 10 s, so that a real id is answered 503 within 10 s when there is no network.
 */
export const youTubeConfigSchema = z.object({
  baseUrl: webUrl.default(YOUTUBE_BASE_URL),
  clients: clientTable.default(DEFAULT_CLIENTS),
  /** May carry credentials: never logged. */
  proxyUrls: z.array(webUrl).max(100).default([]),
  callTimeoutMs: z.number().int().min(50).max(30_000).default(3_500),
  totalTimeoutMs: z.number().int().min(100).max(60_000).default(9_000),
  /** Requests of this process to YouTube, all look-ups together; further requests wait their turn. */
  requestsPerSecond: z.number().int().min(1).max(10_000).default(30),
  /** Only a preference, used when the caller requires no language and no generated captions show the spoken one. */
  preferredLanguages: z.array(z.string().min(2).max(35)).default(['en']),
});

export type YouTubeConfig = z.infer<typeof youTubeConfigSchema>;
