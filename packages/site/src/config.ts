import { defineConfig } from '@precis/runtime/config';
import { logSettings, opsSettings, originUrl } from '@precis/runtime/settings';
import { z } from 'zod';

const settings = {
  ...logSettings,
  /** TCP port of the site; 0 = any free one. */
  PORT: z.coerce.number().int().min(0).max(65535).default(8080),
  /** Address to bind. */
  HOST: z.string().min(1).default('127.0.0.1'),
  /** The address of the site and the API for browsers; sitemap and documents contain it. */
  PUBLIC_URL: originUrl,
  /** Where this server forwards API calls, such as `http://gateway:8080`. Empty = a proxy in front sends each call to the right server. */
  GATEWAY_URL: z.union([z.literal(''), z.url({ protocol: /^http$/ })]).default(''),
};

export const { processSchema, readConfig } = defineConfig('site', settings, opsSettings);

export type SiteConfig = ReturnType<typeof readConfig>;
