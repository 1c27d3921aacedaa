import { once } from 'node:events';
import { PassThrough, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { EventStream } from './event-stream.js';

const event = (data: object) => ({ event: 'sentence', data });

describe('a stream of events', () => {
  it('writes each event as its name and one line of JSON, for any content', async () => {
    const stream = new EventStream();
    const whole = text(stream);
    expect(await stream.send(event({ text: 'one\ntwo' }), event({ text: 'ünï' }))).toBe(true);
    stream.end();
    expect(await whole).toBe(
      'event: sentence\ndata: {"text":"one\\ntwo"}\n\nevent: sentence\ndata: {"text":"ünï"}\n\n',
    );
  });

  it('buffers at most one piece while its client does not read, and resumes when it does', async () => {
    const stream = new EventStream();
    let sent = 0;
    const sending = (async () => {
      while (sent < 100 && (await stream.send(event({ text: 'x'.repeat(1_000) })))) sent++;
      stream.end();
    })();
    const slow = stream.pipe(new PassThrough({ highWaterMark: 5_000 }));
    // An unbounded sender would need this many turns for all events.
    for (let turn = 0; turn < 500; turn++) await new Promise(setImmediate);
    expect(sent).toBeLessThan(20);
    expect(stream.readableLength + slow.readableLength + slow.writableLength).toBeLessThan(20_000);
    expect(await text(slow)).toHaveLength(100 * 'event: sentence\ndata: {"text":""}\n\n'.length + 100_000);
    await sending;
    expect(sent).toBe(100);
  });

  it('reports a piece as not taken when the connection closes first, and every later one too', async () => {
    const stream = new EventStream();
    const sent = stream.send(event({}));
    stream.destroy();
    expect(await sent).toBe(false);
    expect(await stream.send(event({}))).toBe(false);
  });

  it('that has ended sends no heartbeat to a client that still reads, because that would cut it', async () => {
    const [ended, other] = [new EventStream(1), new EventStream(1)];
    const failed = jest.fn();
    ended.on('error', failed);
    let heard = '';
    let readOn!: () => void;
    // It takes the piece, after which the stream ends, and then no more.
    const slow = new Writable({
      highWaterMark: 1,
      write: (chunk, _, taken) => {
        heard += String(chunk);
        readOn = taken;
        process.nextTick(() => ended.end());
      },
    });
    void ended.send(event({}));
    const finished = once(ended.pipe(slow), 'finish');
    // Heartbeats of another stream show that those of this one were due.
    let beats = 0;
    for await (const _ of other) if (++beats === 10) break;
    expect(failed).not.toHaveBeenCalled();
    readOn();
    await finished;
    expect(heard).toBe('event: sentence\ndata: {}\n\n');
  });

  it('sends heartbeat comments, at most one to a client that does not read', async () => {
    const [unread, read] = [new EventStream(1), new EventStream(1)];
    let heard = '';
    for await (const chunk of read) {
      heard += String(chunk);
      if (heard.length >= 10 * ':\n\n'.length) break;
    }
    expect(heard).toMatch(/^(:\n\n)+$/);
    expect(unread.readableLength).toBe(':\n\n'.length);
    unread.destroy();
  });
});
