import { readFileSync } from 'node:fs';
import { videoIdOf } from './video-id.js';

const VECTORS = JSON.parse(
  readFileSync(new URL('../../../../proto/cases/video-url.json', import.meta.url), 'utf8'),
) as {
  name: string;
  input: string;
  id: string | null;
}[];
/** The only vectors that the service gets here: it refuses the others itself. */
const ACCEPTED = VECTORS.filter(({ id }) => id !== null);

describe('the video of an address that the service accepted (MCP-15, VID-1)', () => {
  it.each(ACCEPTED)('is the same as at the service, or unknown: $name', ({ input, id }) => {
    expect([id, undefined]).toContain(videoIdOf(input));
  });

  it.each([
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ?si=AbCdEfGhIjKlMnOp',
    'https://gaming.youtube.com/watch?v=dQw4w9WgXcQ',
    'https://youtu.be/dQw4w9WgXcQ&t=4',
    'https://youtu.be/dQw4w9WgXcQ?v=a_b-C3d4E5f',
    'https://youtu.be/dQw4w9WgXcQ/more',
    'https://youtu.be/watch?v=dQw4w9WgXcQ',
    'https://www.youtube.com/shorts/dQw4w9WgXcQ&feature=share',
    'https://www.youtube.com/live/dQw4w9WgXcQ?si=abc',
    'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ',
    'https://www.youtube.com/watch/dQw4w9WgXcQ',
    '//m.youtube.com/watch/?v=dQw4w9WgXcQ',
    ' youtube.com/v/dQw4w9WgXcQ ',
  ])('is known for an address of YouTube itself: %s', (address) => expect(videoIdOf(address)).toBe('dQw4w9WgXcQ'));
});
