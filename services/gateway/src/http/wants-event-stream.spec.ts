import { wantsEventStream } from './wants-event-stream.js';

describe('Accept', () => {
  it.each([
    'text/event-stream',
    'Text/Event-Stream;charset=utf-8',
    'text/event-stream, application/json',
    'text/event-stream, */*',
    'application/json;q=0.5, text/event-stream',
    'application/json; q=0.5, text/event-stream; q=0.9',
    'text/html, text/event-stream',
  ])('%s requests events (SUM-16)', (accept) => expect(wantsEventStream(accept)).toBe(true));

  it.each([
    undefined,
    '',
    '*/*',
    'text/*',
    'application/json',
    'application/json, text/event-stream',
    '*/*, text/event-stream',
    'text/event-stream;q=0',
    'text/event-stream;q=0.4, application/json;q=0.5',
    'text/event-stream;q=much, application/json',
    'text/event-streams',
  ])('%s requests plain JSON', (accept) => expect(wantsEventStream(accept)).toBe(false));
});
