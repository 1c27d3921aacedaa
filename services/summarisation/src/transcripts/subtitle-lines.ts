/** A line of a file, and its number from 1. */
export interface FileLine {
  text: string;
  number: number;
}

/**
 * Yields the lines of a file one by one, so that its beginning can be checked before the rest is read. Lines end with `\n`, `\r`, `\r\n` or
 * `\r\r\n`, also mixed in one file: carriage returns before a line feed belong to the same line end. Linear in the length of the file.
 */
export function* linesOf(file: string): Generator<FileLine> {
  let number = 1;
  let from = 0;
  let nextReturn = file.indexOf('\r');
  let nextFeed = file.indexOf('\n');
  while (from <= file.length) {
    if (nextReturn >= 0 && nextReturn < from) nextReturn = file.indexOf('\r', from);
    if (nextFeed >= 0 && nextFeed < from) nextFeed = file.indexOf('\n', from);
    if (nextReturn < 0 || (nextFeed >= 0 && nextFeed < nextReturn)) {
      const end = nextFeed < 0 ? file.length : nextFeed;
      yield { text: plain(file.slice(from, end)), number };
      number += 1;
      from = end + 1;
      continue;
    }
    let behind = nextReturn;
    while (file[behind] === '\r') behind += 1;
    yield { text: plain(file.slice(from, nextReturn)), number };
    number += 1;
    // Without a line feed, each carriage return is a line end.
    if (file[behind] !== '\n') for (let at = nextReturn + 1; at < behind; at += 1) yield { text: '', number: number++ };
    from = file[behind] === '\n' ? behind + 1 : behind;
  }
}

/** Removes byte order marks, which the parts of a joined file may contain. */
function plain(line: string): string {
  return line.startsWith('\ufeff') ? line.slice(1) : line;
}
