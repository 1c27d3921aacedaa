import { creatorChapters } from './creator-chapters.rule.js';

const MINUTE = 60_000;
const LIST = '0:00 Hello\n1:30 The boat\n12:05 The gate';

/** Returns start in seconds and title of each chapter. */
function read(description: string, durationMs: number | undefined = 90 * MINUTE): [number, string][] {
  return creatorChapters(description, durationMs).map(({ startMs, title }) => [startMs / 1_000, title]);
}

describe('the creator’s chapters', () => {
  it('last from their time to the next chapter, the last one to the end of the video', () => {
    expect(creatorChapters(`About locks.\n\n${LIST}\n\nSubscribe!`, 20 * MINUTE)).toEqual([
      { startMs: 0, endMs: 90_000, title: 'Hello', source: 'creator' },
      { startMs: 90_000, endMs: 725_000, title: 'The boat', source: 'creator' },
      { startMs: 725_000, endMs: 1_200_000, title: 'The gate', source: 'creator' },
    ]);
  });

  it.each([
    ['brackets', '[0:00] One\n(01:30) Two\n【12:05】 Three'],
    ['dashes', '0:00 - One\n1:30 – Two\n12:05 | Three'],
    ['bullets', '• 0:00 One\n- 01:30 Two\n* 12:05: Three'],
    ['numbers', '1. 0:00 One\n2) 1:30 Two\n3. 12:05 Three'],
    ['ranges', '0:00-1:30 One\n1:30 - 12:05 Two\n12:05 – 20:00 Three'],
    ['hours', '00:00:00 One\n0:01:30 Two\n00:12:05 Three'],
    ['times behind the titles', 'One 0:00\nTwo (1:30)\nThree - 12:05'],
    ['carriage returns', '0:00 One\r\n1:30 Two\r\n12:05 Three'],
    ['numbers with a sign', '#1 0:00 One\n#2 1:30 Two\n#3 12:05 Three'],
    ['words and numbers', 'Chapter 1 0:00 One\nChapter 2: 1:30 Two\nCh. 3 - 12:05 Three'],
    ['Roman numbers', 'I. 0:00 One\nII. 1:30 Two\nPart III (12:05) Three'],
    ['letters', 'a) 0:00 One\nB. 1:30 Two\nc: 12:05 Three'],
    ['numbers in Japanese', '第1章 0:00 One\n第2章 1:30 Two\n第3章：12:05 Three'],
    ['pictures', '▶️ 0:00 One\n⏱️⏱️ 1:30 Two\n1️⃣ ➡️ 12:05 Three'],
    ['signs of all kinds', '>>> 0:00 One\n*** [01] *** 1:30 Two\n✅ 「12:05」 Three'],
    ['ranges by tildes and arrows', '0:00~1:30 One\n1:30 → 12:05 Two\n12:05 -> 20:00 Three'],
    ['ranges by words', '0:00 to 1:30 One\n1:30 bis 12:05 Two\n12:05 〜 20:00 Three'],
    ['ranges by minus signs', '0:00 − 1:30 One\n1:30 ‒ 12:05 Two\n12:05 ― 20:00 Three'],
    ['ranges in brackets', '[0:00 - 1:30] One\n(1:30)–(12:05) Two\n【12:05～20:00】Three'],
    ['ranges behind the titles', 'One 0:00 - 1:30\nTwo (1:30 – 12:05)\nThree: 12:05 to 20:00'],
    ['fractions of seconds', '0:00.000 One\n00:01:30.500 - 00:12:05.250 Two\nThree 12:05,5'],
    ['bullets and stars around titles', '0:00 ★ One ★\n1:30 • Two\n12:05 **Three**'],
    ['leaders of dots', 'One ........ 0:00\nTwo . . . . 1:30\n12:05 …… Three'],
    ['ranges by any signs', '0:00 .. 1:30 One\n1:30 / 12:05 Two\n12:05 … 20:00 Three'],
    ['ranges by other words', '0:00 bis zu 1:30 One\n1:30 hasta 12:05 Two\n12:05至20:00 Three'],
    ['leaders of dots up to the time', 'One........0:00\nTwo.....1:30\nThree ...12:05'],
    ['numbers as words', 'Part One 0:00 One\nPart Two: 1:30 Two\nPart three - 12:05 Three'],
    ['numbers in Chinese', '第一章 0:00 One\n第二章：1:30 Two\n第三章 12:05 Three'],
    ['numbers and any signs', 'Ep. 1 | 0:00 | One\nStep 2 ➜ 1:30 Two\n3a. 12:05 Three'],
    ['times in full width', '０：００ One\n1：30 Two\n１２：０５ Three'],
    ['times in digits of Arabic', '٠:٠٠ One\n١:٣٠ Two\n۱۲:۰۵ Three'],
    ['other signs before titles', '0:00 » One\n1:30 // Two\n12:05; ⭐ Three'],
    ['an at sign before times', 'One @ 0:00\nTwo @1:30\nThree @ 12:05'],
    ['prose between', '0:00 One\n\nmore at 10 o’clock\n1:30 Two\n12:05 Three\nhttps://a.example/x'],
  ])('are found with %s', (_, description) => {
    expect(read(description)).toEqual([
      [0, 'One'],
      [90, 'Two'],
      [725, 'Three'],
    ]);
  });

  it.each([
    ['Deutsch', '0:00 Begrüßung\n2:10 Der Sauerteig\n10:00 Backen', ['Begrüßung', 'Der Sauerteig', 'Backen']],
    ['日本語', '0:00 はじめに\n2:10 緑茶のいれ方\n10:00 まとめ', ['はじめに', '緑茶のいれ方', 'まとめ']],
    ['العربية', '0:00 مقدمة\n2:10 القهوة\n10:00 خاتمة', ['مقدمة', 'القهوة', 'خاتمة']],
  ])('keep titles in %s unchanged', (_, description, titles) => {
    expect(read(description).map(([, title]) => title)).toEqual(titles);
  });

  it('keep punctuation and symbols inside a title', () => {
    expect(read('0:00 Mr. Lee etc.\nChapter 2 1:30\n12:05 🎬 3:1 (again)').map(([, title]) => title)).toEqual([
      'Mr. Lee etc.',
      'Chapter 2',
      '🎬 3:1 (again)',
    ]);
  });

  it('keep the punctuation of names such as C# and .NET', () => {
    expect(read('0:00 C#\n1:30 C++\n12:05 .NET').map(([, title]) => title)).toEqual(['C#', 'C++', '.NET']);
  });

  it('may be longer than an hour apart', () => {
    expect(read('0:00 One\n59:59 Two\n1:05:00 Three')).toEqual([
      [0, 'One'],
      [3_599, 'Two'],
      [3_900, 'Three'],
    ]);
  });

  it.each([
    ['there is no description', ''],
    ['the first is not at 0:00', '0:01 One\n1:30 Two\n12:05 Three\n14:00 Four'],
    ['there are only two', '0:00 One\n1:30 Two'],
    ['they do not ascend', '0:00 One\n12:05 Two\n1:30 Three'],
    ['two are at the same time', '0:00 One\n1:30 Two\n1:30 Three\n9:00 Four'],
    ['one is shorter than 10 s', '0:00 One\n1:30 Two\n1:39 Three\n9:00 Four'],
    ['the last is shorter than 10 s', '0:00 One\n1:30 Two\n89:51 Three'],
    ['one is behind the end', '0:00 One\n1:30 Two\n3:00:00 Three'],
    ['a title is missing', '0:00\n1:30 Two\n12:05 Three'],
    ['the times are none', '0:00 One\n1:75 Two\n12:99 Three\n1:61:00 Four'],
    ['they are no times of day and dates', 'Opened 10:00\n2026:11:2 Two\n192.168.0.1:8080 Three'],
  ])('are none when %s', (_, description) => {
    expect(read(description)).toEqual([]);
  });

  it('are none while the length of the video is unknown, and may be as short as 10 s', () => {
    expect(creatorChapters(LIST, undefined)).toEqual([]);
    expect(read('0:00 One\n0:10 Two\n0:20 Three', 30_000)).toHaveLength(3);
  });

  it('are the first valid list of the description: a track list after it changes nothing', () => {
    expect(read(`0:00 Teaser\n\n${LIST}\n\nMusic:\n0:00 Song\n2:00 Other song\n4:00 Last song`)).toEqual(read(LIST));
    expect(read(LIST)).toHaveLength(3);
  });

  it('are at most 100, with titles of at most 100 whole characters and no control or direction characters', () => {
    const many = Array.from(
      { length: 150 },
      (_, at) => `${Math.floor(at / 6)}:${(at % 6) * 10 || '00'} Chapter of ${at}`,
    );
    expect(read(many.join('\n'))).toHaveLength(100);
    const [[, title], [, second]] = read(`0:00 ${'🐝'.repeat(120)}\n1:00 a\u0000b\u202ec\ud83d\n2:00 Three`);
    expect(Array.from(title)).toEqual(Array(100).fill('🐝'));
    expect(second).toBe('abc');
  });

  it.each(['0:00', ' ', '- ', '1:1\n', '0:00 ('])('are not found in 10,000 characters of %j', (piece) => {
    expect(read(piece.repeat(10_000 / piece.length))).toEqual([]);
  });
});
