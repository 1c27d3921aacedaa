import type { CleanLine } from '../engines/extractive/clean-transcript.js';
import { verifySentences } from './verify-sentences.js';

const lineOf = (text: string, at: number): CleanLine => ({
  startMs: at * 10_000,
  endMs: at * 10_000 + 9_000,
  words: text.split(' '),
  turn: false,
});
/** One sentence that cites the whole video. */
const reasons = (
  text: string,
  said: string[],
  [spoken, written]: [string, string],
  span = { startMs: 0, endMs: 20_000 },
) => verifySentences([{ ...span, text }], said.map(lineOf), spoken, 60_000, written)[0].reasons;

const SAID = [
  'In 1987 Maria Lopez opened the mill in Munich with twenty five workers,',
  'and a third of the flour went to Germany within two weeks at 7:30 every day.',
];

describe('a sentence in another language than the video', () => {
  it.each([
    ['es', 'En 1987 María López abrió el molino de Múnich con 25 trabajadores.'],
    ['es', 'Un tercio de la harina iba a Alemania en dos semanas.'],
    ['fr', 'Chaque jour à 7:30, la farine part.'],
    ['de', 'Ein Drittel des Mehls ging innerhalb von zwei Wochen nach Deutschland.'],
    ['ja', '1987年にミュンヘンで製粉所が開かれ、25人が働いた。'],
  ])('%s: %s', (written, text) => expect(reasons(text, SAID, ['en', written])).toEqual([]));

  it.each([
    ['es', 'En 1978 María López abrió el molino.', 'number_not_said'],
    ['es', 'Trabajaban treinta y cinco personas.', 'number_not_said'],
    ['ja', '45人が働いた。', 'number_not_said'],
    ['fr', 'Chaque jour à 8:30, la farine part.', 'number_not_said'],
    ['es', 'El molino de Roberto Sánchez y Fernando Ruiz cerró.', 'name_not_said'],
  ])('%s: %s is refused by %s', (written, text, reason) =>
    expect(reasons(text, SAID, ['en', written])).toEqual([reason]),
  );

  it('is refused where nothing is said, and outside of the video', () => {
    const at = (startMs: number) => ({ startMs, endMs: startMs + 1_000 });
    expect(reasons('El molino abrió.', SAID, ['en', 'es'], at(50_000))).toEqual(['words_not_said']);
    expect(reasons('El molino abrió.', SAID, ['en', 'es'], at(61_000))).toEqual(['outside_video']);
  });

  it('may have days, months and peoples with a capital in English', () => {
    const said = ['El lunes 3 de marzo los ingenieros franceses cerraron la presa.'];
    expect(reasons('On Monday, 3 March, French engineers closed the dam.', said, ['es', 'en'])).toEqual([]);
    expect(reasons('On Monday, 3 March, engineers of Siemens closed the dam.', said, ['es', 'en'])).toEqual([
      'name_not_said',
    ]);
  });
});
