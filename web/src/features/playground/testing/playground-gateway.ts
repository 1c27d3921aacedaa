import { http, HttpResponse } from 'msw';
import { answers, gateway } from '../../../testing/gateway';

export const WATCH = 'https://www.youtube.com/watch?v=precisDemo1';

/** A summary in the server's form. */
export const lock = {
  video_id: 'precisDemo1',
  title: 'How a canal lock lifts a boat',
  transcript_length: 2433,
  summary: 'A boat rises. The gates hold.\n\n- [01:51] Side ponds save water.',
  summary_type: 'auto',
  sentences: [
    { start_seconds: 0, text: 'A boat rises.', end_seconds: null },
    { start_seconds: 28.1, text: 'The gates hold.', end_seconds: null },
    { start_seconds: 111.4, text: 'Side ponds save water.', end_seconds: null },
  ],
  language: 'en',
  engine: 'extractive',
  duration_seconds: 186,
  focus_applied: false,
  focus_reason: null,
  chapters: [],
  warnings: [],
  not_covered: [],
  dropped_sentences: 0,
  transcript_source: 'youtube',
};

export const storedRow = {
  id: '0199aaaa-0000-7000-8000-000000000001',
  video_id: 'precisDemo1',
  title: 'Waking up a bicycle',
  summary_type: 'short',
  duration_seconds: 892,
  created_at: '2026-11-18T12:00:00Z',
  client: 'web playground',
  ticks: [9, 300],
};

/** Sets the answers for the month, the stored summaries and the video's data. `lefts`: the remaining videos of each answer. */
export function monthWith(...lefts: number[]): void {
  const limit = 100;
  answers(
    'GET /api/usage/summary',
    ...lefts.map((remaining) => ({
      success: true,
      data: { current: { used: limit - remaining, remaining, limit, percentage: limit - remaining }, monthly: [] },
    })),
  );
  answers('GET /api/youtube/summaries', { success: true, summaries: [], next: null });
  answers('POST /api/youtube/info', {
    success: true,
    data: {
      video_id: lock.video_id,
      title: lock.title,
      transcript_available: true,
      available_languages: ['en'],
      languages: [],
      duration_seconds: 186,
    },
  });
}

/** A request of the page: its key and its body. */
export interface Asked {
  key: string | null;
  body: unknown;
}

/** A failed answer; status 0 is a lost connection. `body`: the raw body of an answer with status 200. */
type Answer = { status?: number; error?: string; code?: string; body?: object } | Promise<unknown>;

/**
 * Answers summarise calls in order, and repeats the last answer; a promise delays its answer. The default answer is the summary. Returns the
 * received requests.
 */
export function summarises(...list: Answer[]): Asked[] {
  const asked: Asked[] = [];
  gateway.use(
    http.post('*/api/youtube/playground/summarize', async ({ request }) => {
      const step = list[Math.min(asked.length, list.length - 1)] ?? {};
      const body = (await request.json()) as { summary_type: string };
      asked.push({ key: request.headers.get('idempotency-key'), body });
      if (step instanceof Promise) await step;
      const { status = 200, body: whole, ...json } = step instanceof Promise ? {} : step;
      if (whole) return HttpResponse.json(whole);
      if (status === 0) return HttpResponse.error();
      if (status !== 200) return HttpResponse.json({ success: false, status_code: status, ...json }, { status });
      return HttpResponse.json({ success: true, data: { ...lock, summary_type: body.summary_type } });
    }),
  );
  return asked;
}
