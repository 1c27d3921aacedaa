/** A caption track of a player answer. `isGated`: fetching it without attestation yields 0 bytes after seconds of waiting. */
export interface OfferedTrack {
  url: string;
  code: string;
  name: string;
  isGenerated: boolean;
  vssId: string;
  isGated: boolean;
}

/** The parts of Innertube's player answer that we use. */
export interface PlayerAnswer {
  status: string;
  reason: string;
  /** All other statements of the error screen, one per line. */
  detail: string;
  /** It has a start time in the future. */
  isScheduled: boolean;
  hasAgeGate: boolean;
  hasCaptcha: boolean;
  videoId?: string;
  title?: string;
  /** At most 10,000 characters; YouTube allows 5,000. */
  description?: string;
  durationSeconds?: number;
  isLive: boolean;
  tracks: OfferedTrack[];
  /** True when captions are offered, but none in a form that we understand. */
  hasUnreadTracks?: boolean;
  /** The track that YouTube names as the default of the original voice, or of the default audio when it names no original voice. */
  defaultVssId?: string;
  /** The language of the original voice of a dubbed video, as a BCP 47 code. */
  originalLanguage?: string;
}

/** A longer duration is not believed, because it might not fit into our answer. The same as the latest time of a caption (cue-times.ts). */
const LONGEST_VIDEO_SECONDS = 7 * 24 * 3_600;
/** Postgres accepts neither NUL nor a lone surrogate. Another name is replaced by one derived from the language. */
const VSS_ID = /^\P{C}{1,100}$/u;

const CAPTIONS = ['captions', 'playerCaptionsTracklistRenderer'];

/** Splits the address: `[?&]exp=[^&]*xp[ev]` would take quadratic time for an address with many `?exp=`, and 500 tracks may have one. */
function isGated(url: string): boolean {
  return url.split(/[?&]/).some((field) => field.startsWith('exp=') && /xp[ev]/.test(field));
}

function readVssId(track: unknown): string | undefined {
  const vssId = reachText(track, 101, 'vssId');
  return vssId !== undefined && VSS_ID.test(vssId) ? vssId : undefined;
}

function readTrack(track: unknown): OfferedTrack | undefined {
  const url = reachText(track, 8_000, 'baseUrl');
  const code = reachText(track, 35, 'languageCode');
  if (url === undefined || code === undefined || !/^[A-Za-z0-9-]{2,35}$/.test(code)) return undefined;
  const isGenerated = reach(track, 'kind') === 'asr';
  const name = reachRuns(track, 'name').slice(0, 100) || code;
  const vssId = readVssId(track) ?? `${isGenerated ? 'a' : ''}.${code}`;
  return { url, code, name, isGenerated, vssId, isGated: isGated(url) };
}

/** A language and a code for the kind of voice: `en-US.4`. */
const AUDIO_ID = /^([A-Za-z]{2,3}(?:-[A-Za-z0-9]{1,8}){0,3})\.(\d{1,3})$/;
const ORIGINAL = 4;
/** Dubbed by people or by a program: neither is the speaker's voice. */
const DUBS = [3, 10];

/** The speaker's voice: the one that is marked as original, otherwise the only one that is not a dub. */
function originalOf(audioIds: readonly (string | undefined)[]): { at: number; language: string } | undefined {
  const voices = audioIds.flatMap((id, at) => {
    const [, language, kind] = AUDIO_ID.exec(id ?? '') ?? [];
    return language === undefined ? [] : [{ at, language, kind: Number(kind) }];
  });
  const marked = voices.find(({ kind }) => kind === ORIGINAL);
  const undubbed = voices.filter(({ kind }) => !DUBS.includes(kind));
  return marked ?? (undubbed.length === 1 ? undubbed[0] : undefined);
}

/** The default audio may be a dub in the language of our request or region, so the original voice counts instead (VID-11). */
function readVoice(answer: unknown, tracks: unknown[]): Pick<PlayerAnswer, 'defaultVssId' | 'originalLanguage'> {
  const audios = reachList(answer, 50, ...CAPTIONS, 'audioTracks');
  const original = originalOf(audios.map((audio) => reachText(audio, 40, 'audioTrackId')));
  const formats = original ? [] : reachList(answer, 200, 'streamingData', 'adaptiveFormats');
  const streamed = originalOf(formats.map((format) => reachText(format, 40, 'audioTrack', 'id')));
  const defaultAt = reach(answer, ...CAPTIONS, 'defaultAudioTrackIndex');
  const audio = audios[original?.at ?? (typeof defaultAt === 'number' ? defaultAt : 0)];
  const trackAt = reach(audio, 'defaultCaptionTrackIndex');
  return {
    defaultVssId: typeof trackAt === 'number' ? readVssId(tracks[trackAt]) : undefined,
    originalLanguage: (original ?? streamed)?.language,
  };
}

function readDetail(screen: unknown, status: unknown): string {
  const dialog = reachList(screen, 5, 'confirmDialogRenderer', 'dialogMessages').map((message) => reachRuns(message));
  const messages = reachList(status, 5, 'messages').filter((message) => typeof message === 'string');
  const renderer = ['playerErrorMessageRenderer', 'reason'];
  return [reachRuns(screen, ...renderer), reachRuns(screen, renderer[0], 'subreason'), ...dialog, ...messages]
    .join('\n')
    .slice(0, 2_000);
}

function readIsScheduled(json: unknown): boolean {
  const stream = reach(json, 'playabilityStatus', 'liveStreamability');
  const slate = reach(stream, 'liveStreamabilityRenderer', 'offlineSlate') ?? stream;
  return (
    reach(json, 'videoDetails', 'isUpcoming') === true ||
    reach(slate, 'liveStreamOfflineSlateRenderer', 'scheduledStartTime') !== undefined
  );
}

/** Reads a player answer, which must contain playabilityStatus.status. Anything else is null, a change that we do not understand (VID-9). */
export function readPlayerAnswer(json: unknown): PlayerAnswer | null {
  const playability = reach(json, 'playabilityStatus');
  const status = reachText(playability, 60, 'status');
  if (status === undefined) return null;
  const screen = reach(playability, 'errorScreen');
  const rawTracks = reachList(json, 500, ...CAPTIONS, 'captionTracks');
  const tracks = rawTracks.map(readTrack).filter((track) => track !== undefined);
  const seconds = Number(/^\d{1,9}$/.exec(reachText(json, 12, 'videoDetails', 'lengthSeconds') ?? '')?.[0] ?? 0);
  return {
    status,
    reason: reachText(playability, 500, 'reason') ?? '',
    detail: readDetail(screen, playability),
    isScheduled: readIsScheduled(json),
    hasAgeGate: reach(playability, 'desktopLegacyAgeGateReason') !== undefined,
    hasCaptcha: reach(screen, 'playerCaptchaViewModel') !== undefined,
    videoId: reachText(json, 20, 'videoDetails', 'videoId'),
    title: reachText(json, 300, 'videoDetails', 'title'),
    description: reachText(json, 10_000, 'videoDetails', 'shortDescription'),
    durationSeconds: seconds > 0 && seconds <= LONGEST_VIDEO_SECONDS ? seconds : undefined,
    isLive: reach(json, 'videoDetails', 'isLive') === true,
    tracks,
    hasUnreadTracks: rawTracks.length > 0 && tracks.length === 0,
    ...readVoice(json, rawTracks),
  };
}

/** Reads one value from untrusted JSON of any shape: malformed answers are an error class, never a crash. */
function reach(value: unknown, ...path: (string | number)[]): unknown {
  let at = value;
  for (const key of path) {
    if (at === null || typeof at !== 'object' || !Object.hasOwn(at, key)) return undefined;
    at = (at as Record<string | number, unknown>)[key];
  }
  return at;
}

/** A list from untrusted JSON, at most `limit` entries; anything else is an empty list. */
function reachList(value: unknown, limit: number, ...path: (string | number)[]): unknown[] {
  const list = reach(value, ...path);
  return Array.isArray(list) ? list.slice(0, limit) : [];
}

/** A text from untrusted JSON, at most `limit` characters. */
export function reachText(value: unknown, limit: number, ...path: (string | number)[]): string | undefined {
  const text = reach(value, ...path);
  return typeof text === 'string' && text !== '' ? text.slice(0, limit) : undefined;
}

/** YouTube's formatted text, either `{simpleText}` or `{runs: [{text}]}`. */
function reachRuns(value: unknown, ...path: (string | number)[]): string {
  const node = reach(value, ...path);
  const runs = reachList(node, 20, 'runs').map((run) => reachText(run, 500, 'text') ?? '');
  return reachText(node, 500, 'simpleText') ?? runs.join('');
}
