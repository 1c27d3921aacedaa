import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { videoIdFromUrl } from './video-url.rule';

const VECTORS = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../../../../proto/cases/video-url.json'), 'utf8'),
) as { name: string; input: string; id: string | null }[];

describe('the id of a video address, as the server finds it (WEB-27)', () => {
  it.each(VECTORS)('$name', ({ input, id }) => {
    expect(videoIdFromUrl(input)).toBe(id);
  });
});
