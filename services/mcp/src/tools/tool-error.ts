import type { CallToolResult } from '@modelcontextprotocol/server';
import { ApiFailed } from '../api/api-failed.js';

/** Facts that the advice in an error needs. */
export interface Place {
  kind: 'stdio' | 'http';
  /** The address at which browsers reach the product. */
  publicUrl: string;
  /** Whether this server reads captions itself when the service cannot (MCP-15). */
  readsCaptions: boolean;
}

/** A result that tells the model what went wrong and what to do next (MCP-8). */
export function toolError(error: unknown, place: Place): CallToolResult {
  const failed = error instanceof ApiFailed ? error : new ApiFailed(0, 'internal_error', 'This MCP server failed.');
  const next = nextStep(failed, place);
  const lines = [
    `Error ${failed.code}: ${failed.message}`,
    `Next step: ${next}`,
    ...(failed.about.requestId ? [`Request id: ${failed.about.requestId}`] : []),
  ];
  return { isError: true, content: [{ type: 'text', text: lines.join('\n') }] };
}

/** The status of a job that ended without a summary. The API answers no call of these tools with it. */
export const FAILED_JOB = 422;

function nextStep(failed: ApiFailed, place: Place): string {
  const { status, code, about } = failed;
  if (status === 401 || code === 'session_required') return keyStep(place);
  if (code === 'quota_exceeded') return quotaStep(about, place);
  if (status === 403) return `Do not retry. The user should log in at ${place.publicUrl}/login to see what is wrong.`;
  if (status === 429) return `Wait ${seconds(about.retryAfterSeconds)} before the next call. Nothing was charged.`;
  if (status === 404) return NOT_FOUND[code] ?? 'Do not retry with the same video. Nothing was charged.';
  if (code === 'source_blocked' && place.kind === 'stdio' && !place.readsCaptions)
    return 'YouTube refuses the service at the moment. Retry later, or start this server with --local-captions, which then reads captions on this machine. Nothing was charged.';
  if (status === FAILED_JOB)
    return 'Correct what the message names, if it names an argument; otherwise wait a minute. Then call summarize_video again. Nothing was charged.';
  if (status === 400 || status === 413)
    return 'Correct the arguments that the message names, then call again. Nothing was charged.';
  if (code === 'unreachable' || code === 'not_the_api')
    return place.kind === 'stdio'
      ? `Check PRECIS_BASE_URL in the configuration of this MCP server; it is ${place.publicUrl} now.`
      : 'Retry in a minute.';
  return `Retry in ${seconds(about.retryAfterSeconds)}, at most twice. ${chargeNote(failed)}`;
}

/** Says whether the call may have been charged. It certainly was not when the service itself refused with a code that never follows a charge. */
function chargeNote({ status, code }: ApiFailed): string {
  return status === 0 || code.startsWith('http_') || LOST_AFTER_CHARGE.has(code)
    ? 'A call of summarize_video may have been charged: get_usage says so, and search_summaries then lists its summary.'
    : 'Nothing was charged.';
}

/** Codes that the table of GET /api/errors marks as `charged: rarely`. A test compares this list with it. */
const LOST_AFTER_CHARGE = new Set(['internal_error', 'service_unavailable', 'database_unavailable', 'unavailable']);

const NOT_FOUND: Record<string, string> = {
  summary_not_found:
    'Use a handle that summarize_video returned or an id that search_summaries lists. Summaries are kept for 30 days.',
  result_gone: 'Call summarize_video for it again.',
  language_unavailable:
    'Call get_video_info for the languages of this video, or leave language out. Nothing was charged.',
};

function keyStep({ kind, publicUrl }: Place): string {
  const where =
    kind === 'stdio'
      ? 'the environment variable PRECIS_API_KEY in the configuration of this MCP server, and restart it'
      : 'the header "Authorization: Bearer <key>" (or "x-api-key: <key>") in the configuration of this MCP server';
  return `Do not retry. The user needs a valid API key from ${publicUrl}/api-keys. Set it in ${where}.`;
}

function quotaStep({ resetAtSeconds, retryAfterSeconds }: ApiFailed['about'], { publicUrl }: Place): string {
  if (retryAfterSeconds !== undefined)
    return `Calls in progress have reserved all remaining videos of the month. Wait ${seconds(retryAfterSeconds)}, then call again.`;
  const reset = resetAtSeconds ? ` The quota resets at ${new Date(resetAtSeconds * 1_000).toISOString()}.` : '';
  return `Do not retry.${reset} More videos: ${publicUrl}/pricing. Transcripts, video info and stored summaries stay free.`;
}

const seconds = (count = 5) => `${Math.max(1, Math.ceil(count))} s`;
