/** A complete HTTP answer; redirects are not followed. */
export interface HttpAnswer {
  status: number;
  location?: string;
  retryAfterSeconds?: number;
  body: string;
}

/** What an exchange came to; `why` is a word of ours for logs and never outside text. `isRouteLost`: the connection broke before any answer. */
export type Fetched =
  | { kind: 'body'; body: string }
  | { kind: 'blocked'; why: string; retryAfterSeconds?: number }
  | { kind: 'failed'; why: string; mayRetry: boolean; isRouteLost?: true }
  | { kind: 'unreachable'; why: string };

/**
 * Classifies an HTTP answer: YouTube's 429, 403 and captcha pages are a block; its 5xx and unexpected redirects are a failure. None of them says
 * anything about the video (VID-7).
 */
export function readHttpAnswer(answer: HttpAnswer): Fetched {
  const { status, body } = answer;
  if (status === 429) return { kind: 'blocked', why: 'http_429', retryAfterSeconds: answer.retryAfterSeconds };
  if (status === 403) return { kind: 'blocked', why: 'http_403' };
  if (status >= 300 && status < 400) {
    const isWall = /consent\.youtube\.com|\/sorry\//.test(answer.location ?? '');
    return isWall ? { kind: 'blocked', why: 'redirect_to_wall' } : { kind: 'failed', why: 'redirect', mayRetry: false };
  }
  if (status >= 500) return { kind: 'failed', why: `http_${status}`, mayRetry: true };
  if (status !== 200) return { kind: 'failed', why: `http_${status}`, mayRetry: false };
  if (isBlockedBody(body)) return { kind: 'blocked', why: body === '' ? 'empty_body' : 'web_page' };
  return { kind: 'body', body };
}

const CAPTION_XML = /^(?:<\?xml[^<>]{0,200}\?>\s*)?<(?:timedtext|transcript)[\s/>]/;

/**
 * A web page, a captcha or an empty body in place of data means that YouTube blocks us, never that a video has no words (VID-7). YouTube answers a
 * client without attestation with status 200 and 0 bytes.
 */
export function isBlockedBody(body: string): boolean {
  const start = body.slice(0, 2_000).trimStart();
  if (start === '') return body.trim() === '';
  if (start.startsWith('<')) return !CAPTION_XML.test(start);
  // In data they are a speaker's words.
  if (start.startsWith('{') || start.startsWith('WEBVTT')) return false;
  return /^we(?:'|\u2019)re sorry\b|automated queries|g-recaptcha/i.test(start);
}
