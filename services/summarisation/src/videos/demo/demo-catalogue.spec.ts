import { ExtractiveEngine } from '../../engines/extractive/extractive.engine.js';
import { creatorChapters } from '../../chapters/creator-chapters.rule.js';
import { tenthAt } from '../../results/coverage.rule.js';
import { videoIdFromUrl } from '../video-url.rule.js';
import { DEMO_VIDEOS, type DemoTranscript, demoTranscript } from './demo-catalogue.js';

const engine = new ExtractiveEngine();
const OK = DEMO_VIDEOS.filter((video) => video.outcome === 'ok').map((video) => video.videoId);

async function transcriptOf(videoId: string): Promise<DemoTranscript> {
  const transcript = await demoTranscript(videoId);
  if (!transcript) throw new Error(`${videoId} has no transcript`);
  return transcript;
}

async function summaryOf(videoId: string, length: 'short' | 'auto' | 'detail', focus?: string) {
  return engine.summarise({ ...(await transcriptOf(videoId)), length, focus }, new AbortController().signal);
}

function wordCount(transcript: DemoTranscript): number {
  return transcript.segments.reduce((sum, segment) => sum + segment.text.split(' ').length, 0);
}

describe('the demo videos', () => {
  it('have ids that every accepted address form can carry, each its own', () => {
    expect(new Set(DEMO_VIDEOS.map((video) => video.videoId)).size).toBe(DEMO_VIDEOS.length);
    for (const { videoId } of DEMO_VIDEOS)
      expect(videoIdFromUrl(`https://www.youtube.com/watch?v=${videoId}`)).toBe(videoId);
  });

  it('show every outcome of a summarise call once, with its status', () => {
    const failing = DEMO_VIDEOS.filter((video) => video.outcome !== 'ok');
    expect(Object.fromEntries(failing.map((video) => [video.outcome, video.status]))).toEqual({
      transcript_disabled: 404,
      video_private: 404,
      video_unavailable: 404,
      age_restricted: 404,
      members_or_premium: 404,
      geo_blocked: 404,
      live_upcoming: 404,
      source_blocked: 503,
      source_unavailable: 503,
    });
    expect(failing).toHaveLength(9);
    expect(OK).toHaveLength(4);
  });

  it('have a transcript only where the outcome is ok', async () => {
    for (const { videoId, outcome } of DEMO_VIDEOS)
      expect((await demoTranscript(videoId)) !== null).toBe(outcome === 'ok');
    expect(await demoTranscript('dQw4w9WgXcQ')).toBeNull();
    expect(await demoTranscript('__proto__')).toBeNull();
  });

  it.each([
    ['precisDemo1', 2.5, 3.5, 420],
    ['precisDemo2', 14, 16, 2000],
    ['precisDemo3', 57, 62, 8500],
    ['precis-long', 300, 360, 45_000],
  ])('%s lasts %d to %d minutes at a speaking pace', async (videoId, least, most, words) => {
    const transcript = await transcriptOf(videoId);
    const minutes = transcript.durationMs / 60_000;
    expect(minutes).toBeGreaterThan(least);
    expect(minutes).toBeLessThan(most);
    expect(wordCount(transcript)).toBeGreaterThan(words);
    expect(wordCount(transcript) / minutes).toBeGreaterThan(135);
    expect(wordCount(transcript) / minutes).toBeLessThan(165);
  });

  it.each(OK)('%s has caption lines that follow one another', async (videoId) => {
    let endMs = 0;
    for (const { startMs, durationMs, text } of (await transcriptOf(videoId)).segments) {
      expect(startMs).toBeGreaterThanOrEqual(endMs);
      expect(text.length).toBeGreaterThan(0);
      expect(text.length).toBeLessThanOrEqual(64);
      endMs = startMs + durationMs;
    }
  });
});

describe.each(OK)('summaries of %s', (videoId) => {
  it('have the chapters of a creator where one wrote them, whole and in the order of the video (SUM-18)', async () => {
    const { chapters, durationMs } = (await demoTranscript('precisDemo3'))!;
    expect(chapters).toHaveLength(13);
    const seconds = (ms: number) => `${Math.floor(ms / 60_000)}:${String((ms / 1_000) % 60).padStart(2, '0')}`;
    const description = chapters.map(({ startMs, title }) => `${seconds(startMs)} ${title}`).join('\n');
    expect(creatorChapters(description, durationMs)).toEqual(chapters);
    expect((await demoTranscript('precisDemo1'))!.chapters).toEqual([]);
  });

  it('are 2 to 3 sentences when short, whoever counts them', async () => {
    const { summary, sentences } = await summaryOf(videoId, 'short');
    const counted = [...new Intl.Segmenter('en', { granularity: 'sentence' }).segment(summary)].length;
    for (const count of [sentences.length, counted]) expect([2, 3]).toContain(count);
  });

  it('have 5 to 8 key points when auto, and by parts the longest text when detail', async () => {
    const [short, auto, detail] = await Promise.all(
      (['short', 'auto', 'detail'] as const).map((length) => summaryOf(videoId, length)),
    );
    const points = auto.summary.split('\n').filter((line) => /^- \[(?:\d\d|\d+:\d\d):\d\d\] \S/.test(line));
    expect(points.length).toBeGreaterThanOrEqual(5);
    expect(points.length).toBeLessThanOrEqual(8);
    expect(auto.summary.length).toBeGreaterThan(short.summary.length);
    expect(detail.summary.length).toBeGreaterThan(auto.summary.length);
    expect(detail.summary.split('\n').filter((line) => /^Part \d+ \(/.test(line)).length).toBeGreaterThanOrEqual(2);
  });

  it('give 2 to 4 sentences to each part, and more only where a tenth of the video would have none', async () => {
    const { summary, sentences } = await summaryOf(videoId, 'detail');
    const { durationMs } = await transcriptOf(videoId);
    const tenths = sentences.map(({ startMs }) => tenthAt(startMs, durationMs));
    const isAlone = (at: number) => tenths.filter((tenth) => tenth === tenths[at]).length === 1;
    const blocks = summary
      .split('\n\n')
      .slice(1)
      .map((block) => block.split('\n')[1]);
    for (const block of blocks) {
      const inPart = [...sentences.keys()].filter((at) => block.includes(sentences[at].text));
      expect(inPart.length).toBeGreaterThanOrEqual(2);
      expect(inPart.length - inPart.filter(isAlone).length).toBeLessThanOrEqual(4);
    }
  });

  it.each(['short', 'auto', 'detail'] as const)(
    'cite the %s sentences where they are said, in order, none twice',
    async (length) => {
      const transcript = await transcriptOf(videoId);
      const { sentences, summary } = await summaryOf(videoId, length);
      const said = transcript.segments
        .map((segment) => segment.text.replace(/^>> /, ''))
        .join(' ')
        .toLowerCase();
      const starts = sentences.map((sentence) => sentence.startMs);
      expect(starts).toEqual([...starts].sort((a, b) => a - b));
      expect(new Set(sentences.map((sentence) => sentence.text)).size).toBe(sentences.length);
      for (const { startMs, text } of sentences) {
        expect(summary).toContain(text);
        expect(said).toContain(text.toLowerCase().replace(/\.$/, ''));
        const line = transcript.segments.findLast((segment) => segment.startMs <= startMs);
        expect(line?.text.toLowerCase()).toContain(text.toLowerCase().split(' ')[0].replace(/[.,]$/, ''));
      }
    },
  );
});

describe('the summary of the marathon', () => {
  it('speaks of each subject that its title names', async () => {
    const { summary } = await summaryOf('precis-long', 'auto');
    for (const said of [/\block/i, /\b(?:bikes?|bicycles?|tires?|chain|brakes?)\b/i, /\bclocks?\b/i])
      expect(summary).toMatch(said);
  });
});

describe('a focus on a demo video', () => {
  it('brings what was asked for to the front', async () => {
    const { summary, focusApplied } = await summaryOf(
      'precisDemo3',
      'short',
      'What happened with railways and time zones?',
    );
    expect(focusApplied).toBe(true);
    expect(summary).toMatch(/railway|zone/);
    expect(summary).not.toBe((await summaryOf('precisDemo3', 'short')).summary);
  });
});
