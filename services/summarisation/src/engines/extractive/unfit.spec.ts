import { saidWords } from './bare-word.js';
import { ExtractiveEngine } from './extractive.engine.js';
import { spokenWords } from './spoken-words.js';
import { isUnfit, trailing } from './unfit.js';

const unfit = (text: string, language = 'en') => isUnfit(saidWords(text.split(' ')), text.toLowerCase(), language);

describe('text that does not belong in a summary', () => {
  it.each([
    'the relative energy in the',
    'the remote has not been exposed to',
    'I visited one of the farms and what they were doing was—.',
    'you may be referring to a parallel question which is about whether...',
    'the mill and we',
    'the topic topic of today is bread',
    'The membership is for people who want more.',
    'Please like and subscribe for more bread.',
    'do you think people that buy a remote are always going to use the voice or is it just something that they do sometimes on a whim',
  ])('includes %j', (text) => {
    expect(unfit(text)).toBe(true);
  });

  it.each([
    'Nobody knows what the roof is made of.',
    'They asked who we were talking to',
    'He is older than I',
    'The pump stopped and so did we',
    'Membership of the club costs ten pounds.',
    'The sponsor of the bill spoke first.',
    'Turn the light on',
    'Is the Welsh Government able to reassure the committee that its ambitions for the education and training reforms are still in line with the original recommendations of the report?',
  ])('does not include %j', (text) => {
    expect(unfit(text)).toBe(false);
  });

  it.each([
    ['de', 'Bitte abonniert den Kanal und die Glocke.'],
    ['de', 'Lasst mir gerne einen Daumen nach oben da.'],
    ['de', 'Wer mag, unterstützt uns auf Patreon.'],
    ['es', 'Suscríbete al canal para más recetas.'],
    ['es', 'Apóyame en Patreon, hay vídeos extra.'],
    ['fr', 'Abonnez-vous pour ne rien rater.'],
    ['pt', 'Deixa o like e se inscreve no canal.'],
    ['ja', 'チャンネル登録をお願いします。'],
    ['en', 'Thank you Marta for the prime sub.'],
    ['en', 'Follow for more.'],
  ])('includes promotion in %s: %s', (language, text) => {
    expect(unfit(text, language)).toBe(true);
  });

  it.each([
    ['de', 'Der Zug hält in Ulm an'],
    ['de', 'Er hob den Daumen und der Wagen hielt.'],
    ['es', 'El periódico tiene mil suscriptores.'],
    ['fr', "L'abonné paie chaque mois."],
    ['pt', 'O aluno se inscreveu no curso.'],
    ['ja', '会員登録が必要な図書館です。'],
    ['en', 'They gave thanks for the harvest.'],
  ])('does not include, in %s: %s', (language, text) => {
    expect(unfit(text, language)).toBe(false);
  });

  it('is left out of every length while enough other text was spoken', async () => {
    const said = Array.from(
      { length: 14 },
      (_, at) => `Baker number ${at} bakes bread with flour and water from mill ${at * 3}.`,
    );
    const texts = [
      ...said,
      'The membership is for bakers who want more bread and flour.',
      'So, the flour of the mill and the',
    ];
    const segments = texts.map((text, at) => ({ startMs: at * 5000, durationMs: 4000, text }));
    for (const length of ['short', 'auto', 'detail'] as const) {
      const { summary } = await new ExtractiveEngine().summarise(
        { segments, language: 'en', isGenerated: false, length },
        new AbortController().signal,
      );
      expect(summary).not.toMatch(/membership|and the\b/);
    }
  });
});

describe('dangling words at the end', () => {
  it.each([
    ['we could use titanium wood or plastic or', 1],
    ['the colours come with the case and but', 2],
    ['he came and', 0],
    ['the wheel is worn out today', 0],
  ])('of %j are %d words', (text, count) => {
    const words = spokenWords([{ startMs: 0, durationMs: 1000, text }], 'en', () => false);
    expect(trailing(words, 0, words.length, 'en')).toBe(count);
    expect(trailing(words, 0, words.length, 'de')).toBe(0);
  });
});
