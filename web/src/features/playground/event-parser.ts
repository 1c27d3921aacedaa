/** Longer than any answer of the gateway: what goes on without an end is none. In UTF-16 units. */
const MAX_PENDING = 4_000_000;

/** A line may end in any of the three ways; a feed may come after what was given. */
const EMPTY_LINE = /(?:\r\n|\r(?!\n)|\n){2}/;

/** One server-sent event of the gateway; `data` is what its JSON says. */
export interface ServerEvent {
  event: string;
  data: unknown;
}

/** Reads server-sent events from a text that comes in pieces, cut anywhere. Comments are passed over. */
export class EventParser {
  private pending = '';

  /** The events that are whole with this piece. Throws when one has no end, or its data is no JSON. */
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
