import { cleanCaptionText } from '../youtube/caption-formats.js';

describe('code in captions', () => {
  it.each([
    'declare a List<String> here',
    'a Map<String, Integer> of names',
    'a Map<String, List<Integer>> of names',
    'vector<int> and Array<number[]>',
    'if a < b or b > c',
  ])('is kept: %j', (text) => {
    expect(cleanCaptionText(text)).toBe(text);
  });

  it.each([
    ['<i>fine</i>', 'fine'],
    ['<string>fine', 'fine'],
    ['so<script>alert(1)</script>', 'soalert(1)'],
    ['List<img src=x onerror=alert(1)>', 'List'],
    ['a<string<script>', 'astring'],
    ['0<k<', '0k<'],
    ['hello<b>world</b>', 'helloworld'],
  ])('is not what %j has: markup', (text, clean) => {
    expect(cleanCaptionText(text)).toBe(clean);
  });
});
