import type { Chapter } from '../../engines/summary-engine.js';
import type { TranscriptSegment } from '../../transcripts/captions.js';
import type { TranscriptRefusal } from '../../transcripts/transcript.source.js';

/** `ok`, or why a sample has no summary: a refusal or failure of a source (VID-6, VID-7). */
export type DemoOutcome = 'ok' | TranscriptRefusal | 'source_blocked' | 'source_unavailable';

/** One sample in GET /api/info's `demo_videos`; `status` is the HTTP status of a summarise call for it. */
export interface DemoVideo {
  videoId: string;
  title: string;
  outcome: DemoOutcome;
  status: 200 | 404 | 503;
}

/** The transcript of a sample, as a source would return it. */
export interface DemoTranscript {
  title: string;
  language: string;
  isGenerated: boolean;
  durationMs: number;
  segments: TranscriptSegment[];
  chapters: Chapter[];
}

/** The ids and outcomes are the same in every kind of deployment (VID-14). */
export const DEMO_VIDEOS: readonly DemoVideo[] = [
  { videoId: 'precisDemo1', title: 'How a canal lock lifts a boat (3 min)', outcome: 'ok', status: 200 },
  {
    videoId: 'precisDemo2',
    title: 'Waking up a bicycle after winter (15 min, automatic captions)',
    outcome: 'ok',
    status: 200,
  },
  {
    videoId: 'precisDemo3',
    title: 'What time is it? A lecture on measuring time (60 min)',
    outcome: 'ok',
    status: 200,
  },
  {
    videoId: 'precis-long',
    title: 'Reading marathon: locks, bicycles and clocks (over 5 h)',
    outcome: 'ok',
    status: 200,
  },
  { videoId: 'precis-mute', title: 'Sample without captions', outcome: 'transcript_disabled', status: 404 },
  { videoId: 'precis-priv', title: 'Private sample', outcome: 'video_private', status: 404 },
  { videoId: 'precis-gone', title: 'Removed sample', outcome: 'video_unavailable', status: 404 },
  { videoId: 'precis-18up', title: 'Age-restricted sample', outcome: 'age_restricted', status: 404 },
  { videoId: 'precis-club', title: 'Members-only sample', outcome: 'members_or_premium', status: 404 },
  { videoId: 'precis-zone', title: 'Sample blocked in this country', outcome: 'geo_blocked', status: 404 },
  { videoId: 'precis-soon', title: 'Upcoming live sample', outcome: 'live_upcoming', status: 404 },
  {
    videoId: 'precis-blok',
    title: 'Sample for which YouTube blocks our requests',
    outcome: 'source_blocked',
    status: 503,
  },
  {
    videoId: 'precis-down',
    title: 'Sample for which YouTube does not answer',
    outcome: 'source_unavailable',
    status: 503,
  },
];

const TEXTS: Record<string, () => Promise<SpokenText>> = {
  precisDemo1: async () => ({ text: (await import('./data/canal-lock.js')).canalLock, isGenerated: false }),
  precisDemo2: async () => {
    const [one, two] = await Promise.all([import('./data/winter-bicycle-1.js'), import('./data/winter-bicycle-2.js')]);
    return { text: `${one.winterBicycle1}\n${two.winterBicycle2}`, isGenerated: true };
  },
  precisDemo3: async () => {
    const [one, two, three, four, five, list] = await Promise.all([
      import('./data/measuring-time-1.js'),
      import('./data/measuring-time-2.js'),
      import('./data/measuring-time-3.js'),
      import('./data/measuring-time-4.js'),
      import('./data/measuring-time-5.js'),
      import('./data/measuring-time-chapters.js'),
    ]);
    const texts = [
      one.measuringTime1,
      two.measuringTime2,
      three.measuringTime3,
      four.measuringTime4,
      five.measuringTime5,
    ];
    return { text: texts.join('\n'), isGenerated: false, chapters: list.measuringTimeChapters };
  },
  'precis-long': async () => {
    const texts = await Promise.all([TEXTS.precisDemo1(), TEXTS.precisDemo2(), TEXTS.precisDemo3()]);
    const read = texts.map(({ text }) => text);
    return { text: shuffledReadings(read, MARATHON_ROUNDS), isGenerated: false };
  },
};

/** Four times about 12,000 words at the lecture's pace: more than five hours. */
const MARATHON_ROUNDS = 4;

const transcripts = new Map<string, Promise<DemoTranscript>>();

/** The transcript of an "ok" sample, read and timed on first use; null for any other id. Callers must not change it. */
export function demoTranscript(videoId: string): Promise<DemoTranscript | null> {
  const video = DEMO_VIDEOS.find((demo) => demo.videoId === videoId && demo.outcome === 'ok');
  if (!video) return Promise.resolve(null);
  let transcript = transcripts.get(videoId);
  if (!transcript) transcripts.set(videoId, (transcript = timed(video)));
  return transcript;
}

async function timed(video: DemoVideo): Promise<DemoTranscript> {
  const { text, isGenerated, chapters = [] } = await TEXTS[video.videoId]();
  const segments = captionLines(text);
  const last = segments[segments.length - 1];
  const durationMs = last.startMs + last.durationMs;
  return {
    title: video.title,
    language: 'en',
    isGenerated,
    durationMs,
    segments,
    chapters: timedChapters(chapters, segments, durationMs),
  };
}

/** Uses whole seconds, as creators do. */
function timedChapters(
  chapters: NonNullable<SpokenText['chapters']>,
  segments: TranscriptSegment[],
  durationMs: number,
): Chapter[] {
  const starts = chapters.map(([opening]) => {
    const line = segments.find(({ text }) => text.startsWith(opening));
    if (!line) throw new Error(`no line opens with "${opening}"`);
    return Math.floor(line.startMs / 1_000) * 1_000;
  });
  return chapters.map(([, title], at): Chapter => {
    return { startMs: starts[at], endMs: starts[at + 1] ?? durationMs, title, source: 'creator' };
  });
}

/** A spoken text, one paragraph per line. `chapters`: the opening words and the title of each. */
interface SpokenText {
  text: string;
  isGenerated: boolean;
  chapters?: readonly [opening: string, title: string][];
}

const LINE_CHARS = 64;
/** A sentence that ends after this many characters of a line ends the line. */
const SENTENCE_CHARS = 36;
const WORD_MS = 120;
const CHAR_MS = 53;
const PARAGRAPH_PAUSE_MS = 900;

/**
 * The caption lines of `text`, timed at about 150 words a minute, with a pause after each paragraph, so that demo videos behave like real ones
 * (VID-14).
 */
function captionLines(text: string): TranscriptSegment[] {
  const lines: TranscriptSegment[] = [];
  let nowMs = 0;
  for (const paragraph of text.split('\n')) {
    for (const line of wrapped(paragraph)) {
      const durationMs = line.split(' ').length * WORD_MS + line.length * CHAR_MS;
      lines.push({ startMs: nowMs, durationMs, text: line });
      nowMs += durationMs;
    }
    nowMs += PARAGRAPH_PAUSE_MS;
  }
  return lines;
}

function wrapped(paragraph: string): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of paragraph.split(' ')) {
    const full = line.length + 1 + word.length > LINE_CHARS || (line.length >= SENTENCE_CHARS && /[.?!]$/.test(line));
    if (full) lines.push(line);
    line = full || line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

/** Repeats the texts `rounds` times, each time with the paragraphs in another order. Deterministic. */
function shuffledReadings(texts: readonly string[], rounds: number): string {
  let seed = 20_261_121;
  const below = (limit: number) => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((seed / 2 ** 32) * limit);
  };
  const shuffled = (text: string) => {
    const order = text.split('\n');
    for (let at = order.length - 1; at > 0; at -= 1) {
      const other = below(at + 1);
      [order[at], order[other]] = [order[other], order[at]];
    }
    return order.join('\n');
  };
  return Array.from({ length: rounds }, () => texts.map(shuffled).join('\n')).join('\n');
}
