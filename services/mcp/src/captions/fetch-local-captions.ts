import { z } from 'zod';
import { ApiFailed } from '../api/api-failed.js';
import type { Captions } from './local-captions.js';
import { videoIdOf } from './video-id.js';

const YOUTUBE = 'https://www.youtube.com';
const DEADLINE_MS = 15_000;
const MOST_CHARACTERS = 20_000_000;
/**
 * The client that the service tries first. Its operator can replace it without a release; a user gets a new one by updating this package.
 */
const CLIENT = {
  userAgent: 'com.google.android.youtube/21.26.364 (Linux; U; Android 11) gzip',
  context: {
    client: {
      clientName: 'ANDROID',
      clientVersion: '21.26.364',
      osName: 'Android',
      osVersion: '11',
      androidSdkVersion: 30,
      hl: 'en',
      gl: 'US',
    },
  },
};

const track = z.object({ baseUrl: z.string(), languageCode: z.string(), kind: z.string().optional() });
const trackList = z.object({
  captionTracks: z.array(track).default([]),
  audioTracks: z.array(z.object({ audioTrackId: z.string().optional() })).catch([]),
});
const player = z.object({
  playabilityStatus: z.object({ status: z.string(), reason: z.string().optional() }),
  videoDetails: z.object({ title: z.string(), lengthSeconds: z.coerce.number().optional() }).optional(),
  captions: z.object({ playerCaptionsTracklistRenderer: trackList }).optional(),
});
const json3 = z.object({
  events: z
    .array(
      z.object({
        tStartMs: z.number().optional(),
        dDurationMs: z.number().optional(),
        segs: z.array(z.object({ utf8: z.string().optional() })).optional(),
      }),
    )
    .default([]),
});

/**
 * Fetches the captions of a video from this machine: in the requested language, otherwise in the spoken one, the author's before generated ones
 * (VID-11). The service cleans and checks them like any supplied transcript (SUM-10), so this package has no caption parser of its own.
 */
export function captionsFrom(youtube: string) {
  return async (address: string, language: string | undefined, signal: AbortSignal): Promise<Captions | undefined> => {
    const videoId = videoIdOf(address);
    if (videoId === undefined) return undefined;
    const until = AbortSignal.any([signal, AbortSignal.timeout(DEADLINE_MS)]);
    const answer = player.parse(await askPlayer(youtube, videoId, until));
    const chosen = choose(answer.captions?.playerCaptionsTracklistRenderer, language);
    if (!chosen || !answer.videoDetails) throw refused(answer.playabilityStatus.reason, language);
    const { events } = json3.parse(await read(trackUrl(chosen.baseUrl, youtube), {}, until));
    const spoken = events.flatMap(({ tStartMs = 0, dDurationMs = 0, segs = [] }) => {
      const text = segs
        .map(({ utf8 = '' }) => utf8)
        .join('')
        .replace(/\s+/g, ' ')
        .trim();
      return text === ''
        ? []
        : [{ startSeconds: tStartMs / 1_000, endSeconds: (tStartMs + dDurationMs) / 1_000, text }];
    });
    if (spoken.length === 0) throw refused('The captions are empty', language);
    return {
      videoId,
      title: answer.videoDetails.title,
      language: chosen.languageCode,
      durationSeconds: answer.videoDetails.lengthSeconds ?? null,
      lines: spoken,
    };
  };
}

export const fetchLocalCaptions = captionsFrom(YOUTUBE);

function askPlayer(youtube: string, videoId: string, signal: AbortSignal): Promise<unknown> {
  const body = JSON.stringify({ context: CLIENT.context, videoId, contentCheckOk: true, racyCheckOk: true });
  const headers = { 'content-type': 'application/json', 'x-youtube-client-name': '3' };
  return read(new URL('/youtubei/v1/player?prettyPrint=false', youtube), { method: 'POST', headers, body }, signal);
}

async function read(url: URL, init: RequestInit, signal: AbortSignal): Promise<unknown> {
  try {
    const headers = { ...init.headers, 'user-agent': CLIENT.userAgent };
    const response = await fetch(url, { ...init, headers, redirect: 'error', signal });
    const text = await response.text();
    if (!response.ok || text.length > MOST_CHARACTERS) throw new Error(`status ${response.status}`);
    return JSON.parse(text);
  } catch (error) {
    throw new ApiFailed(
      503,
      'local_captions_failed',
      `YouTube did not give the captions to this machine either (${(error as Error).message}).`,
    );
  }
}

/** A track's address comes from YouTube's answer; only YouTube's own host is asked. */
function trackUrl(address: string, youtube: string): URL {
  const url = new URL(address, youtube);
  if (url.origin !== youtube)
    throw new ApiFailed(503, 'local_captions_failed', 'YouTube named captions on a foreign host.');
  url.searchParams.set('fmt', 'json3');
  return url;
}

type TrackList = z.output<typeof trackList>;
/** YouTube marks the speaker's own voice among dubs with 4: `en-US.4`. */
const ORIGINAL_VOICE = /^(.+)\.4$/;

const primary = (code: string) => code.toLowerCase().split('-')[0];

function choose(
  list: TrackList | undefined,
  language: string | undefined,
): TrackList['captionTracks'][number] | undefined {
  const { captionTracks: tracks, audioTracks } = list ?? { captionTracks: [], audioTracks: [] };
  const inLanguage = (wanted: string) => tracks.filter(({ languageCode }) => primary(languageCode) === primary(wanted));
  // Generated captions show which language is spoken; the author's captions in another one are a translation.
  const original = audioTracks.flatMap(({ audioTrackId = '' }) => ORIGINAL_VOICE.exec(audioTrackId)?.[1] ?? []);
  const generated = tracks.flatMap(({ kind, languageCode }) => (kind === 'asr' ? [languageCode] : []));
  const spoken = [...original, ...generated].map(inLanguage).find(({ length }) => length > 0);
  const exact = tracks.filter(({ languageCode }) => languageCode.toLowerCase() === language?.toLowerCase());
  const asked = exact.length > 0 || language === undefined ? exact : inLanguage(language);
  const fitting = language === undefined ? (spoken ?? tracks) : asked;
  return fitting.find(({ kind }) => kind !== 'asr') ?? fitting[0];
}

function refused(reason: string | undefined, language: string | undefined): ApiFailed {
  const what = language === undefined ? 'This video has no captions' : `This video has no captions in ${language}`;
  return new ApiFailed(404, 'no_captions', `${what}${reason ? `: ${reason.slice(0, 200)}` : ''}.`);
}
