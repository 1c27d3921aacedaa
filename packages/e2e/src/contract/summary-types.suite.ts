import type { Deployment } from '../deployment/deployment.js';
import { expectSummary, type Summary } from './answer-shapes.js';

interface DemoVideo {
  url: string;
  video_id: string;
  title: string;
  outcome: string;
}

/** Lengths of the three types (SUM-2), on every demo video that has a summary. */
export function summaryTypesContract(using: () => Deployment): void {
  describe('summary types of every demo video', () => {
    const found: { video: DemoVideo; durationSeconds: number; auto: Summary; short: Summary; detail: Summary }[] = [];

    beforeAll(async () => {
      const { demo_videos: videos } = (await using().call('GET', '/api/info')).body as { demo_videos: DemoVideo[] };
      const key = using().demo.api_key;
      for (const video of videos.filter(({ outcome }) => outcome === 'ok')) {
        const info = await using().call('POST', '/api/youtube/info', { key, body: { url: video.url } });
        const summarise = async (summary_type: string) =>
          expectSummary(
            await using().call('POST', '/api/youtube/summarize', { key, body: { url: video.url, summary_type } }),
            video.video_id,
            summary_type,
          );
        const [auto, short, detail] = [await summarise('auto'), await summarise('short'), await summarise('detail')];
        found.push({ video, durationSeconds: info.body.data.duration_seconds, auto, short, detail });
      }
    }, 120_000);

    it('there are at least three, each under its own title, with one transcript for all types', () => {
      expect(found.length).toBeGreaterThanOrEqual(3);
      for (const { video, auto, short, detail } of found) {
        expect([auto.title, short.title, detail.title]).toEqual([video.title, video.title, video.title]);
        expect(auto.transcript_length).toBeGreaterThan(1_000);
        expect([short.transcript_length, detail.transcript_length]).toEqual([
          auto.transcript_length,
          auto.transcript_length,
        ]);
      }
    });

    it('short is 2 to 3 sentences', () => {
      for (const { short } of found) {
        expect([2, 3]).toContain(short.sentences.length);
        expect([2, 3]).toContain(short.summary.split(/(?<=[.!?])\s+/).length);
      }
    });

    it('auto is an overview with key points, one to a line', () => {
      for (const { auto } of found) {
        const lines = auto.summary.split('\n').filter((line) => line.trim() !== '');
        const points = lines.filter((line) => /^\s*([-*•]|\d+\.)\s+\S/.test(line));
        expect(points.length).toBeGreaterThanOrEqual(2);
        expect(lines.length).toBeGreaterThan(points.length);
      }
    });

    it('detail is the longest and tells the video by parts, short is the shortest', () => {
      for (const { auto, short, detail } of found) {
        expect(short.summary.length).toBeLessThan(auto.summary.length);
        expect(auto.summary.length).toBeLessThan(detail.summary.length);
        expect(detail.sentences.length).toBeGreaterThan(auto.sentences.length);
        expect(detail.summary.split(/\n\s*\n/).length).toBeGreaterThanOrEqual(2);
      }
    });

    it('every sentence starts inside the video, and detail reaches into its second half', () => {
      for (const { durationSeconds, auto, short, detail } of found) {
        const starts = (summary: Summary) => summary.sentences.map(({ start_seconds }) => start_seconds);
        expect(Math.max(...starts(auto), ...starts(short), ...starts(detail))).toBeLessThanOrEqual(durationSeconds);
        expect(Math.max(...starts(detail))).toBeGreaterThan(durationSeconds / 2);
      }
    });
  });
}
