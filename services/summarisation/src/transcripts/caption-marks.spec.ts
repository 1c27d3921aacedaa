import { captionLines, cleanCaptionText } from '../youtube/caption-formats.js';

describe('markup of captions is not speech (VID-19)', () => {
  it.each([
    ['from<br>the sea<br/>and<br />not<BR>here', 'from the sea and not here'],
    [String.raw`from\Nthe sea\hand\nnot`, 'from the sea and not'],
    ['from <font\ncolor="red"\nface=Arial>the sea</font>', 'from the sea'],
    ['<i>from</i> <b>the</b> <u>sea</u>', 'from the sea'],
    ['a <I>day</I>time', 'a daytime'],
    ['to<i>day</i>', 'today'],
    ['<c.yellow.bg_blue>from</c> <00:00:05.000><c>the</c><00:01.500> sea', 'from the sea'],
    ['<lang en>from</lang> <ruby>the<rt>sea</rt></ruby>', 'from thesea'],
    [String.raw`{\an8}{\i1\b0}from{\i0} the sea`, 'from the sea'],
    ['<span class="x">from</span> <p>the</p><div>sea</div>', 'from the sea'],
    [String.raw`{\p1}m 0 0 l 100 0 100 100{\p0}from the sea`, 'from the sea'],
    [String.raw`{\an7\p2}m 0 0 l 100 0`, ''],
    ['\u202bfrom\u202c\u200f the\u00ad sea', 'from the sea'],
    ['<script>from</script> <img src=x onerror=alert(1)>the sea', 'from the sea'],
    ['<font color=#ff0000 size=12>from</font> the sea', 'from the sea'],
    ['&lt;i&gt;from&lt;/i&gt; the sea', 'from the sea'],
    ['<i>from the sea', 'from the sea'],
    ['from the sea</i>', 'from the sea'],
  ])('%j', (raw, plain) => {
    expect(cleanCaptionText(raw)).toBe(plain);
  });

  it.each([
    'The test is a<b and c>d and then',
    'if (x < y) return; i<n fails',
    'a List<String> of vector<int>, Map<String, List<Integer>> and Array<number[]>',
    'p<.05 when x<3 and y>2',
    'a < b > c, a<b>c, x<i>y',
    'head > shoulders > knees',
    '1 <2> 3, <T>, <unknown tag>',
    'I <3 you',
    '<- back and forth ->',
    'if a<b && b>c then i<u and u>v',
    String.raw`save it in C:\new\Notes\home`,
    'Use <b> for bold text in HTML.',
    'The <div> tag is a block, and <br> breaks.',
    'std::vector<Video> and Option<Link>',
  ])('keeps the words that look like markup: %j', (text) => {
    expect(cleanCaptionText(text)).toBe(text);
  });

  it('text that is encoded twice is decoded twice, unless it speaks about entities', () => {
    expect(cleanCaptionText('hasn&amp;#39;t, &amp;quot;old&amp;quot; &amp;amp; new, R&amp;D')).toBe(
      `hasn't, "old" & new, R&D`,
    );
    expect(cleanCaptionText('in HTML you write &amp;lt; for it')).toBe('in HTML you write &lt; for it');
    expect(cleanCaptionText('AT&T; &unknown; &copy')).toBe('AT&T; &unknown; &copy');
  });

  it('removes control characters of the file, so that the name of a voice cannot be forged', () => {
    expect(captionLines('\u0002Ann\u0003 <v Bob>hi')).toEqual(['Ann \u0002Bob\u0003hi']);
    expect(cleanCaptionText('<v Bob>hi')).toBe('hi');
  });
});
