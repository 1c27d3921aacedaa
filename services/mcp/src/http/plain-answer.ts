import type { ServerResponse } from 'node:http';

/** A short answer outside the MCP protocol. */
export function answerJson(response: ServerResponse, status: number, body: object, headers: object = {}): void {
  if (response.headersSent || response.destroyed) return void response.destroy();
  response
    .writeHead(status, {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      ...headers,
    })
    .end(JSON.stringify(body));
}

/** A refusal in the form that MCP clients read, before any protocol request was parsed. */
export function refuse(
  response: ServerResponse,
  status: number,
  message: string,
  { code = -32_000, ...headers }: { code?: number } & Record<string, string | number> = {},
): void {
  answerJson(response, status, { jsonrpc: '2.0', id: null, error: { code, message } }, headers);
}
