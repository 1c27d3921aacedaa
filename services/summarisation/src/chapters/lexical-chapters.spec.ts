import type { Chapter } from '../engines/summary-engine.js';
import type { TranscriptSegment } from '../transcripts/captions.js';
import { hoursOfTalk } from '../testing/hours-of-talk.js';
import { lexicalChaptersOf } from '../testing/lexical-chapters-of.js';
import { demoTranscript } from '../videos/demo/demo-catalogue.js';

const SENTENCE_MS = 18_000;

const DEUTSCH = `Ein guter Sauerteig braucht nur Mehl, Wasser und Geduld.
Am Abend mischen wir das Mehl mit warmem Wasser, und der Sauerteig ruht.
Der Sauerteig riecht am Morgen säuerlich und hat sich verdoppelt.
Jetzt kneten wir den Teig, bis er glatt ist, und geben Salz dazu.
Der Teig kommt in einen Korb mit Mehl, damit er nicht klebt.
Der Ofen muss sehr heiß sein, bevor der Teig hineinkommt.
Aus Teig und Dampf entsteht eine dunkle Kruste.
Ein guter Sauerteig hält das Brot eine Woche lang frisch.
Wir kommen zur alten Kirchturmuhr über dem Marktplatz.
Die alte Kirchturmuhr hat ein Pendel von zwei Metern.
Das Pendel schwingt langsam und treibt die Zahnräder an.
Die Zahnräder bewegen die Zeiger auf vier Seiten.
Ein schweres Gewicht zieht am Seil und treibt das Pendel.
Jeden Samstag steigt der Uhrmacher hinauf und zieht das Gewicht auf.
Der Uhrmacher ölt die Zahnräder und stellt die Zeiger.
So schlägt die alte Kirchturmuhr seit dreihundert Jahren.`;

const NIHONGO = `今日は緑茶のいれ方についてお話しします。
緑茶の茶葉は冷たい場所に置いてください。
まずお湯を七十度まで冷まして、急須に注ぎます。
急須の中で茶葉がゆっくり開きます。
一分待って、緑茶を湯飲みに注ぎます。
急須の最後の一滴まで注ぐと、緑茶の味が濃くなります。
茶葉は二回目のお湯でも香りが出ます。
緑茶は食事の後に飲むとおいしいです。
次は自転車の修理の話です。
自転車のタイヤに空気を入れます。
タイヤに穴があれば、チューブを外します。
チューブの穴にゴムを貼って、空気を入れます。
自転車のチェーンには油をさします。
ブレーキのゴムが減ったら、新しいブレーキに替えます。
チェーンとブレーキは毎月見てください。
自転車のタイヤは三年で替えます。`;

function spoken(text: string): TranscriptSegment[] {
  return text.split('\n').map((line, at) => ({ startMs: at * SENTENCE_MS, durationMs: SENTENCE_MS, text: line }));
}

function expectSound(chapters: Chapter[], segments: TranscriptSegment[], durationMs: number, glue = ' '): void {
  expect(chapters[0].startMs).toBe(0);
  expect(chapters.at(-1)!.endMs).toBe(durationMs);
  expect(chapters.length).toBeLessThanOrEqual(12);
  expect(new Set(chapters.map(({ title }) => title)).size).toBe(chapters.length);
  chapters.forEach(({ startMs, endMs, title, source }, at) => {
    expect(source).toBe('lexical');
    expect(endMs - startMs).toBeGreaterThanOrEqual(120_000);
    expect(endMs).toBe(chapters[at + 1]?.startMs ?? durationMs);
    expect(title).not.toMatch(/^part\b|^\d/i);
    if (glue !== '') expect(title.split(' ').length).toBeGreaterThanOrEqual(2);
    expect(title.split(' ').length).toBeLessThanOrEqual(5);
    // A caption line may begin before the sentence that opens the chapter.
    const there = segments.filter((line) => line.startMs + line.durationMs > startMs && line.startMs < endMs);
    expect(there.map(({ text }) => text).join(glue)).toContain(title);
  });
}

describe('lexical chapters', () => {
  it('of the sample lecture begin where the creator’s chapters do, and have titles from the words said in them', async () => {
    const { segments, chapters: told, durationMs } = (await demoTranscript('precisDemo3'))!;
    const chapters = lexicalChaptersOf(segments, 'en', durationMs);
    expectSound(chapters, segments, durationMs);
    expect(chapters.length).toBeGreaterThanOrEqual(6);
    const near = chapters.filter(({ startMs }) => told.some((one) => Math.abs(one.startMs - startMs) <= 60_000));
    expect(near.length / chapters.length).toBeGreaterThanOrEqual(0.7);
    expect(chapters.map(({ title }) => title.toLowerCase())).toEqual(
      expect.arrayContaining([expect.stringContaining('quartz'), expect.stringContaining('leap second')]),
    );
  });

  it.each([
    ['de', DEUTSCH, ' ', 'Sauerteig', 'Kirchturmuhr'],
    ['ja', NIHONGO, '', '緑茶', 'タイヤ'],
  ])('in %s begin with the first sentence of the new subject', (language, text, glue, first, second) => {
    const segments = spoken(text);
    const durationMs = segments.length * SENTENCE_MS;
    const chapters = lexicalChaptersOf(segments, language, durationMs);
    expectSound(chapters, segments, durationMs, glue);
    expect(chapters.map(({ startMs }) => startMs)).toEqual([0, 8 * SENTENCE_MS]);
    expect(chapters[0].title).toContain(first);
    expect(chapters[1].title).toContain(second);
  });

  it('keep the capital letters of a name', () => {
    const text = `${DEUTSCH.replaceAll('alte Kirchturmuhr', 'Turmuhr von Huygens')}`;
    const titles = lexicalChaptersOf(spoken(text), 'de', 16 * SENTENCE_MS).map(({ title }) => title);
    expect(titles[1]).toBe('Turmuhr von Huygens');
  });

  it.each([
    ['is silent', []],
    ['is shorter than two of them', spoken(DEUTSCH).slice(0, 12)],
    ['has one subject', spoken(Array.from({ length: 40 }, () => DEUTSCH.split('\n')[0]).join('\n'))],
    ['has one moment for all its lines', spoken(DEUTSCH).map((line) => ({ ...line, startMs: 600_000 }))],
  ])('are none when a video %s', (_, segments: TranscriptSegment[]) => {
    expect(lexicalChaptersOf(segments, 'de', segments.length * SENTENCE_MS)).toEqual([]);
  });

  it('are at most 12 in eight hours of talk', () => {
    const segments = hoursOfTalk(8, 20_000);
    const durationMs = 8 * 3_600_000;
    const chapters = lexicalChaptersOf(segments, 'en', durationMs);
    expectSound(chapters, segments, durationMs);
  });
});
