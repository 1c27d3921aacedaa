import type { Answer } from '../deployment/call.js';

export interface Summary {
  video_id: string;
  title: string;
  transcript_length: number;
  summary: string;
  summary_type: string;
  sentences: { start_seconds: number; end_seconds: number | null; text: string }[];
}

/** Asserts a complete summarise answer (SUM-6, API-7) and returns its data. `source`: the expected source of the transcript. */
export function expectSummary(answer: Answer, videoId: string, summaryType: string, source = 'youtube'): Summary {
  expect({ status: answer.status, text: answer.status === 200 ? '' : answer.text }).toEqual({ status: 200, text: '' });
  expect(answer.body).toEqual({
    success: true,
    data: {
      video_id: videoId,
      title: expect.stringMatching(/\S/),
      transcript_length: expect.any(Number),
      summary: expect.stringMatching(/\S/),
      summary_type: summaryType,
      sentences: expect.any(Array),
      language: 'en',
      engine: expect.stringMatching(/\S/),
      duration_seconds: new PositiveOrNull(Number.isInteger),
      focus_applied: expect.any(Boolean),
      focus_reason: new OneOf(null, 'style', 'language', 'format', 'not_found'),
      chapters: expect.any(Array),
      warnings: [],
      not_covered: expect.any(Array),
      dropped_sentences: expect.any(Number),
      transcript_source: source,
    },
  });
  const data = answer.body.data as Summary;
  expect(Number.isInteger(data.transcript_length)).toBe(true);
  expect(data.sentences.length).toBeGreaterThanOrEqual(2);
  for (const sentence of data.sentences) {
    expect(sentence).toEqual({
      start_seconds: expect.any(Number),
      text: expect.stringMatching(/\S/),
      end_seconds: new PositiveOrNull(Number.isFinite),
      citations: [{ start_seconds: sentence.start_seconds, end_seconds: sentence.end_seconds }],
    });
    expect(sentence.start_seconds).toBeGreaterThanOrEqual(0);
    // Every sentence of the list occurs in the summary text.
    expect(data.summary).toContain(sentence.text);
  }
  return data;
}

class OneOf {
  private readonly values: unknown[];

  constructor(...values: unknown[]) {
    this.values = values;
  }

  asymmetricMatch(value: unknown): boolean {
    return this.values.includes(value);
  }

  toString(): string {
    return 'OneOf';
  }
}

/** A positive number, or null when it is unknown: never 0, never absent. */
class PositiveOrNull {
  constructor(private readonly isOfKind: (value: unknown) => boolean) {}

  asymmetricMatch(value: unknown): boolean {
    return value === null || (this.isOfKind(value) && (value as number) > 0);
  }

  toString(): string {
    return 'PositiveOrNull';
  }
}

/** The user in answers (ACC-24): exactly these fields, and `apiKey` only when there is one. */
export function userShape({ name, email }: { name: string; email: string }): Record<string, unknown> {
  return {
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    name,
    email,
    email_verified: true,
    has_password: true,
    wallet_balance: new NumberOrNull(),
    api_key_last_used: null,
    pending_email: null,
    google_linked: false,
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
  };
}

/** Dollars, or null while billing is unavailable: never a string, and never a guessed 0. */
class NumberOrNull {
  asymmetricMatch(value: unknown): boolean {
    return value === null || (typeof value === 'number' && Number.isFinite(value));
  }

  toString(): string {
    return 'NumberOrNull';
  }
}
