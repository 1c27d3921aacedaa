import type { CallToolResult, ServerContext } from '@modelcontextprotocol/server';
import type { PrecisApi } from '../api/precis-api.client.js';
import { toolError, type Place } from './tool-error.js';

/** What one tool call works with. */
export interface Scope {
  api: PrecisApi;
  /** Aborted when the client cancelled the call or its connection is gone. */
  signal: AbortSignal;
  /** Tells the client how far the call is, where it asked to be told; never fails. */
  progress(done: number, message: string): void;
  place: Place;
  /** How long a call waits for its summary before that goes on as a job. */
  waitMs: number;
}

/** Every progress is out of as much. */
export const WHOLE = 100;

/** The notifications of one call. Later ones never say less than earlier ones, as the protocol asks. */
export function progressOf({ mcpReq }: ServerContext): Scope['progress'] {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return () => undefined;
  let last = -1;
  return (done, message) => {
    if (done <= last) return;
    last = done;
    const params = { progressToken, progress: done, total: WHOLE, message };
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined);
  };
}

/** Structured, and the same as text for clients that read text alone (MCP-6). */
export function answer(structuredContent: Record<string, unknown>): CallToolResult {
  return { structuredContent, content: [{ type: 'text', text: JSON.stringify(structuredContent) }] };
}

/** Runs a tool: whatever refuses it becomes an answer that tells the model what to do next (MCP-8). */
export async function answered(scope: Scope, run: () => Promise<Record<string, unknown>>): Promise<CallToolResult> {
  try {
    return answer(await run());
  } catch (error) {
    // Nobody reads the answer to a cancelled call; the SDK drops it.
    return toolError(error, scope.place);
  }
}
