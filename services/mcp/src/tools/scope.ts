import type { CallToolResult, ServerContext } from '@modelcontextprotocol/server';
import type { PrecisApi } from '../api/precis-api.client.js';
import { toolError, type Place } from './tool-error.js';

/** What a tool call needs to run. */
export interface Scope {
  api: PrecisApi;
  /** Aborted when the client cancelled the call or its connection is gone. */
  signal: AbortSignal;
  /** Reports progress if the client asked for it; never fails. */
  progress(done: number, message: string): void;
  place: Place;
  /** How long a call waits before its summary goes on as a job. */
  waitMs: number;
}

/** The total of every progress report. */
export const WHOLE = 100;

/** Progress notifications of one call. As the protocol requires, progress never decreases. */
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

/** A structured result, with the same content as text for clients that read only text (MCP-6). */
export function answer(structuredContent: Record<string, unknown>): CallToolResult {
  return { structuredContent, content: [{ type: 'text', text: JSON.stringify(structuredContent) }] };
}

/** Runs a tool. A refusal becomes a result that tells the model what to do next (MCP-8). */
export async function runTool(scope: Scope, run: () => Promise<Record<string, unknown>>): Promise<CallToolResult> {
  try {
    return answer(await run());
  } catch (error) {
    // Nobody reads the answer to a cancelled call; the SDK drops it.
    return toolError(error, scope.place);
  }
}
