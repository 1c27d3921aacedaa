import { embedAddress } from './embed-address.rule';

describe('the address under which a video is embedded', () => {
  it.each([
    'https://www.youtube.com/watch?v=abc_DEF-123',
    'https://www.youtube.com/watch?t=3&v=abc_DEF-123',
    'https://youtu.be/abc_DEF-123?t=3',
    'https://youtube.com/embed/abc_DEF-123',
    'https://www.youtube.com/shorts/abc_DEF-123',
    ' https://m.youtube.com/live/abc_DEF-123 ',
  ])('is that of the host without cookies for %s (WEB-14)', (address) => {
    expect(embedAddress(address)).toBe('https://www.youtube-nocookie.com/embed/abc_DEF-123');
  });

  it.each([
    '',
    'intro',
    'https://www.youtube.com/watch',
    'https://www.youtube.com/watch?v=short',
    'https://youtu.be/abc_DEF-1234',
    'https://youtube.com.evil.example/watch?v=abc_DEF-123',
    'https://www.youtube.com/embed/',
    'https://www.youtube.com/@channel',
    'javascript://youtu.be/abc_DEF-123',
    'https://youtu.be/abc"onload=x',
  ])('does not exist for %j (WEB-14)', (address) => {
    expect(embedAddress(address)).toBeNull();
  });
});
