/** Longer than any answer of the gateway: an event without an end is refused. In UTF-16 units. */
const MAX_PENDING = 4_000_000;

/** A line may end in any of three ways; a line feed may follow in the next piece. */
const EMPTY_LINE = /(?:\r\n|\r(?!\n)|\n){2}/;

/** One server-sent event of the gateway; `data` is the parsed JSON. */
export interface ServerEvent {
  event: string;
  data: unknown;
}

/** Parses server-sent events from a text that arrives in pieces, cut anywhere. Comments are ignored. */
export class EventParser {
  private pending = '';

  /** Returns the events that this piece completes. Throws when an event has no end, or its data is not JSON. */
  add(piece: string): ServerEvent[] {
    const blocks = (this.pending + piece).split(EMPTY_LINE);
    this.pending = blocks.pop() ?? '';
    if (this.pending.length > MAX_PENDING) throw new Error('an event without an end');
    return blocks.flatMap((block) => {
      const { event, data } = Object.fromEntries(
        block
          .split(/[\r\n]/)
          .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
      );
      return event === undefined ? [] : [{ event, data: JSON.parse(data ?? 'null') as unknown }];
    });
  }
}
