import { z } from 'zod';

/** Kinds of external pages that the web app has a name for. */
export const SOCIAL_KINDS = ['microblog', 'photos', 'community', 'messenger'] as const;
export type SocialKind = (typeof SOCIAL_KINDS)[number];

/** Addresses that our pages may play videos from; `frame-src` of the site's content policy names the embedding host. */
const VIDEO_ADDRESS =
  /^https:\/\/(?:youtu\.be\/|(?:(?:www|m|music)\.)?youtube\.com\/(?:watch\?(?:[^#]*&)?v=|embed\/|shorts\/|live\/|v\/)|www\.youtube-nocookie\.com\/embed\/)[\w-]{11}(?:[?&#/]|$)/;

const webAddress = z.url({ protocol: /^https$/ });
const isContact = (text: string) => webAddress.safeParse(text).success || z.email().safeParse(text).success;
const optional = (isGood: (text: string) => boolean, expected: string) =>
  z
    .string()
    .trim()
    .default('')
    .refine((text) => text === '' || isGood(text), expected);

const video = optional((text) => VIDEO_ADDRESS.test(text), 'expected the https address of a video at YouTube');

/** Links of a deployment; the web app hides empty ones (API-25). */
export const linkSettings = {
  /** Where customers ask for support: a mail address or an https address. */
  CONTACT: optional(isContact, 'expected a mail address or an https address'),
  /** External pages, separated by commas: `microblog=https://...,photos=...,community=...,messenger=...`. */
  SOCIAL_LINKS: z
    .string()
    .default('')
    .transform((text) =>
      text
        .split(',')
        .map((pair) => pair.trim())
        .filter(Boolean)
        .map((pair) => [pair.split('=', 1)[0], pair.slice(pair.indexOf('=') + 1)] as const),
    )
    .refine(
      (pairs) =>
        new Set(pairs.map(([kind]) => kind)).size === pairs.length &&
        pairs.every(([kind, url]) => SOCIAL_KINDS.includes(kind as SocialKind) && webAddress.safeParse(url).success),
      `expected kind=https://..., by commas, each kind once, of ${SOCIAL_KINDS.join(', ')}`,
    )
    .transform((pairs) => Object.fromEntries(pairs) as Partial<Record<SocialKind, string>>),
  /** Videos of the landing page, as addresses copied from YouTube. */
  HERO_VIDEO: video,
  PROMO_VIDEO: video,
};
