import { defineConfig } from '@precis/runtime/config';
import { logSettings, opsSettings, originUrl } from '@precis/runtime/settings';
import { z } from 'zod';

const settings = {
  ...logSettings,
  /** TCP port of the site; 0 = any free one. */
  PORT: z.coerce.number().int().min(0).max(65535).default(8080),
  /** Address to bind. */
  HOST: z.string().min(1).default('127.0.0.1'),
  /** How browsers reach the site and the API: sitemap and documents name it. */
  PUBLIC_URL: originUrl,
  /** Where calls of the API go that come to this door, such as `http://gateway:8080`; empty = something before both doors sends each to its own. */
  GATEWAY_URL: z.union([z.literal(''), z.url({ protocol: /^http$/ })]).default(''),
};

export const { processSchema, readConfig } = defineConfig('site', settings, opsSettings);

export type SiteConfig = ReturnType<typeof readConfig>;
