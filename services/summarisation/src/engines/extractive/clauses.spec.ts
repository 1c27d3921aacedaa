import { spokenWords } from './spoken-words.js';
import { unitsOf } from './units.js';

/** Spoken clauses; none of them ends in `grammar`. */
const SPEECH: Record<string, { clauses: string[]; grammar: RegExp }> = {
  de: {
    clauses: [
      'dann öffnet der Müller am Morgen das Wehr hinter der Mühle',
      'und das Wasser fließt langsam auf das große Rad',
      'aber im Sommer reicht der Bach meistens nicht',
      'weil die Bauern ihre Felder bewässern',
      'deshalb steht die Mühle manchmal drei Wochen still',
      'und der Müller flickt die Säcke für den Herbst',
    ],
    grammar: / (?:der|das|die|den|am|im|auf|und|aber|weil|ihre|für)$/,
  },
  es: {
    clauses: [
      'el molinero abre la compuerta detrás del molino',
      'y el agua cae despacio sobre la rueda grande',
      'pero en verano el arroyo no basta',
      'porque los campesinos riegan sus huertos',
      'entonces el molino para a veces tres semanas',
      'y el molinero remienda los sacos para el otoño',
    ],
    grammar: / (?:el|la|los|del|y|en|pero|porque|sus|para|a)$/,
  },
  fr: {
    clauses: [
      'le meunier ouvre la vanne derrière le moulin',
      'et la rivière tombe lentement sur la grande roue',
      'mais en été le ruisseau ne suffit pas',
      'parce que les paysans arrosent leurs champs',
      'alors le moulin reste parfois trois semaines sans tourner',
      'et le meunier raccommode les sacs pour la récolte',
    ],
    grammar: / (?:le|la|les|et|mais|en|leurs|pour|parce|que|sur)$/,
  },
  pt: {
    clauses: [
      'o moleiro abre a comporta atrás do moinho',
      'e a água cai devagar sobre a roda grande',
      'mas no verão o riacho não basta',
      'porque os camponeses regam suas hortas',
      'então o moinho fica às vezes três semanas parado',
      'e o moleiro remenda os sacos para a colheita',
    ],
    grammar: / (?:o|a|os|do|no|e|mas|porque|suas|para)$/,
  },
};

describe.each(Object.keys(SPEECH))('speech without punctuation in %s', (language) => {
  const { clauses, grammar } = SPEECH[language];
  const text = Array.from({ length: 4 }, () => clauses.join(' ')).join(' ');
  // The lines break at arbitrary places, as those of generated captions do.
  const words = text.split(' ');
  const lines = Array.from({ length: Math.ceil(words.length / 7) }, (_, at) => ({
    startMs: at * 2500,
    durationMs: 2500,
    text: words.slice(7 * at, 7 * at + 7).join(' '),
  }));
  const units = unitsOf(
    spokenWords(lines, language, () => false),
    language,
  ).map((unit) => unit.text);

  it('is cut only where a clause begins', () => {
    expect(units.join(' ')).toBe(text);
    expect(units.length).toBeGreaterThan(5);
    const openings = clauses.map((clause) => clause.split(' ').slice(0, 3).join(' '));
    for (const unit of units) expect(openings).toContain(unit.split(' ').slice(0, 3).join(' '));
  });

  it('is never cut after an article, preposition, conjunction or other function word', () => {
    for (const unit of units) expect(unit).not.toMatch(grammar);
  });
});

it('German is not cut at English words: "so" does not begin a clause', () => {
  const said =
    'der Wagner im Dorf hinter der alten Mühle baut jedes Rad aus trockener Esche so gut wie sein Vater es gebaut hat';
  expect(
    unitsOf(
      spokenWords([{ startMs: 0, durationMs: 9000, text: said }], 'de', () => false),
      'de',
    ),
  ).toHaveLength(1);
});

describe('a number that has several words', () => {
  it.each([
    ['es', 'el acueducto viejo tiene ciento sesenta y siete arcos', /(?:ciento|sesenta) \| (?:sesenta|y siete)/],
    ['fr', 'le pont de la ville a soixante et onze grandes arches', /soixante \| et onze/],
    [
      'en',
      'the old bridge there has one hundred and seventy arches',
      /(?:one|hundred) \| (?:hundred|(?:and )?seventy)/,
    ],
  ])('is not cut in %s: %j', (language, said, cut) => {
    // The result must not depend on where the lines break.
    for (let first = 1; first < 9; first += 1) {
      const words = Array.from({ length: 8 }, () => said)
        .join(' ')
        .split(' ')
        .slice(first);
      const lines = Array.from({ length: Math.ceil(words.length / 7) }, (_, at) => ({
        startMs: at * 2500,
        durationMs: 2500,
        text: words.slice(7 * at, 7 * at + 7).join(' '),
      }));
      const units = unitsOf(
        spokenWords(lines, language, () => false),
        language,
      );
      expect(units.map(({ text }) => text).join(' | ')).not.toMatch(cut);
    }
  });
});
