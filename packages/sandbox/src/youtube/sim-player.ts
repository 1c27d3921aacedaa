import { createHmac } from 'node:crypto';
import { vssId, type SimTrack, type SimVideo } from './sim-catalogue.js';

/** An Innertube player answer; the shape is YouTube's. */
export interface SimPlayerAnswer {
  playabilityStatus: Record<string, unknown>;
  captions?: {
    playerCaptionsTracklistRenderer: { captionTracks: Record<string, unknown>[] } & Record<string, unknown>;
  };
  videoDetails?: Record<string, unknown>;
  [further: string]: unknown;
}

const SIGNED_PARAMETERS = 'ip,ipbits,expire,v,ei,caps,opi,xoaf';

/** YouTube signs caption addresses, but the signature does not cover the language. */
export function signature(videoId: string, expire: string): string {
  return createHmac('sha256', 'precis-sandbox').update(`${videoId} ${expire}`).digest('hex').toUpperCase();
}

/** The address of a track's captions on `origin`, valid for 6 h. */
export function trackUrl(origin: string, videoId: string, track: SimTrack): string {
  const expire = String(Math.floor(Date.now() / 1_000) + 6 * 3_600);
  const url = new URL('/api/timedtext', origin);
  const fixed = {
    v: videoId,
    ei: 'simulated',
    caps: 'asr',
    opi: '112496729',
    xoaf: '5',
    hl: 'en',
    ip: '0.0.0.0',
    ipbits: '0',
    expire,
  };
  const signed = { sparams: SIGNED_PARAMETERS, signature: signature(videoId, expire), key: 'yt8' };
  const which = {
    ...(track.isGenerated ? { kind: 'asr' } : {}),
    ...(track.label ? { name: track.label } : {}),
    lang: track.code,
    fmt: 'srv3',
  };
  url.search = new URLSearchParams({ ...fixed, ...signed, ...which }).toString();
  return url.href;
}

function captionTrack(origin: string, videoId: string, track: SimTrack): Record<string, unknown> {
  return {
    baseUrl: trackUrl(origin, videoId, track),
    name: { runs: [{ text: track.name }] },
    vssId: vssId(track),
    languageCode: track.code,
    ...(track.isGenerated ? { kind: 'asr' } : {}),
    isTranslatable: true,
    trackName: track.label ?? '',
  };
}

/** The description below a video, with its chapters as creators write them. */
function description({ title, author, chapters = [] }: SimVideo): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  const list = chapters.map(
    ({ title, startSeconds }) => `${Math.floor(startSeconds / 60)}:${two(startSeconds % 60)} ${title}`,
  );
  return [`${title}, by ${author}.`, '', ...list, '', 'More every week: https://precis.example/'].join('\n');
}

/** YouTube's answer for a video that plays. */
export function playableAnswer(origin: string, video: SimVideo): SimPlayerAnswer {
  const { videoId, title, author, tracks } = video;
  const audio = {
    captionTrackIndices: tracks.map((_, index) => index),
    defaultCaptionTrackIndex: video.defaultTrack ?? 0,
    hasDefaultTrack: true,
  };
  const captions = {
    playerCaptionsTracklistRenderer: {
      captionTracks: tracks.map((track) => captionTrack(origin, videoId, track)),
      audioTracks: [audio],
      translationLanguages: [{ languageCode: 'fr', languageName: { runs: [{ text: 'French' }] } }],
      defaultAudioTrackIndex: 0,
    },
  };
  return {
    responseContext: { visitorData: 'CgtzaW11bGF0ZWQ%3D' },
    playabilityStatus: { status: 'OK', playableInEmbed: true, contextParams: 'Q0FFU0FnZ0M=' },
    ...(tracks.length > 0 ? { captions } : {}),
    videoDetails: {
      videoId,
      title,
      author,
      lengthSeconds: String(video.lengthSeconds),
      shortDescription: description(video),
      isPrivate: false,
      isLiveContent: false,
      viewCount: '1',
    },
  };
}

/** YouTube's answer for a video that does not play: the reason twice, and the details of the video only for some refusals. */
export function refusalAnswer(status: string, reason: string, subreason?: string): SimPlayerAnswer {
  const said = {
    reason: { runs: [{ text: reason }] },
    ...(subreason ? { subreason: { runs: [{ text: subreason }] } } : {}),
  };
  return {
    playabilityStatus: {
      status,
      reason,
      errorScreen: { playerErrorMessageRenderer: said },
      contextParams: 'Q0FBU0FnZ0E=',
    },
  };
}
