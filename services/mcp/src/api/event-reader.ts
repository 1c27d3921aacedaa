import { ApiFailed } from './api-failed.js';

/** One server-sent event of the API. */
export interface ServerEvent {
  event: string;
  data: Record<string, unknown>;
}

/** The events of an answer. A caller that leaves the loop closes the connection. */
export async function* readEvents(response: Response, mostBytes: number): AsyncGenerator<ServerEvent> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += (chunk as Uint8Array).length;
    if (bytes > mostBytes) throw new ApiFailed(0, 'answer_too_long', 'The answer was too long.');
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    const blocks = text.split('\n\n');
    text = blocks.pop()!;
    for (const block of blocks) {
      const event = eventOf(block);
      if (event) yield event;
    }
  }
}

/** Undefined for a comment, which only keeps the connection alive. */
function eventOf(block: string): ServerEvent | undefined {
  const fields = new Map(
    block.split('\n').map((line): [string, string] => {
      const at = line.indexOf(':');
      return [line.slice(0, at), line.slice(at + 1).trimStart()];
    }),
  );
  const [event, data] = [fields.get('event'), fields.get('data')];
  if (event === undefined || data === undefined) return undefined;
  return { event, data: JSON.parse(data) as Record<string, unknown> };
}
