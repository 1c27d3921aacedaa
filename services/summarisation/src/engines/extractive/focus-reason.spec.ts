import { ExtractiveEngine } from './extractive.engine.js';

const signal = new AbortController().signal;
const asked = async (language: string, texts: readonly string[], focus: string) => {
  const segments = texts.map((text, at) => ({ startMs: at * 5000, durationMs: 5000, text }));
  const output = await new ExtractiveEngine().summarise(
    { segments, language, isGenerated: false, length: 'short', focus },
    signal,
  );
  return output.focusApplied ? 'applied' : output.focusReason;
};

const TALKS = {
  en: [
    'The old bicycle stood in the garden for two winters before anyone touched it.',
    'The brakes squeal because the rubber pads have hardened in the frost.',
    'A wire brush takes the rust off the chain within a few minutes.',
    'Loosen the cable and the brakes open wide enough for the wheel to come out.',
    'The saddle is made of leather and wants a little wax every spring.',
    'New tyres cost less than a dinner and change the whole ride.',
    'Paint flakes off the frame wherever the lock has rubbed against it.',
    'My neighbour rode the finished bicycle to the coast and back.',
  ],
  de: [
    'Das alte Fahrrad stand zwei Winter lang im Garten hinter dem Haus.',
    'Die Bremsen quietschen, weil der Gummi im Frost hart geworden ist.',
    'Eine Drahtbürste entfernt den Rost in wenigen Minuten von der Kette.',
    'Mit gelöstem Seil öffnen sich die Bremsen weit genug für das Rad.',
    'Der Sattel besteht aus Leder und braucht im Frühling etwas Wachs.',
    'Neue Reifen kosten weniger als ein Abendessen im Gasthaus.',
    'Am Rahmen blättert der Lack ab, wo das Schloss gerieben hat.',
  ],
  es: [
    'La vieja bicicleta estuvo dos inviernos en el jardín de la casa.',
    'Los frenos chirrían porque la goma se endureció con la helada.',
    'Un cepillo de alambre quita el óxido de la cadena en pocos minutos.',
    'Con el cable suelto los frenos se abren y la rueda sale sin esfuerzo.',
    'El sillín es de cuero y necesita un poco de cera en primavera.',
    'Los neumáticos nuevos cuestan menos que una cena en el pueblo.',
    'La pintura salta del cuadro donde el candado la ha rozado.',
  ],
};

describe('how the extractive engine uses a prompt', () => {
  it.each([
    ['en', 'brakes'],
    ['en', 'How do I fix the brakes?'],
    ['en', 'explain the brakes in three bullets'],
    ['en', 'the brakes for a 5 year old, in French please'],
    ['de', 'Wie repariere ich die Bremsen?'],
    ['de', 'Erkläre die Bremsen in drei Stichpunkten'],
    ['es', '¿Cómo arreglo los frenos?'],
    ['es', 'Explica los frenos en tres puntos'],
  ] as const)('follows the subject it asks for (%s: %s)', async (language, prompt) => {
    expect(await asked(language, TALKS[language], prompt)).toBe('applied');
  });

  it.each([
    'bullet points please, three',
    'three. bullets.',
    'bullets',
    'lists',
    'short',
    'make it short and sweet',
    'brief, 3 points',
    'three points',
    'tl;dr',
    'TLDR please',
    'table',
    'a table, two columns',
    'emojis',
    'with emojis, no headings',
    'max. 50 words',
    '3-5 bullets, one line each',
    'short sentences, few words',
    'numbered list: five',
    'Kurz, bitte. Drei Punkte.',
    'Stichpunkte, drei',
    'als Liste, höchstens zehn Wörter',
    'nur eine Tabelle',
    'viñetas, tres',
    'corto, dos frases',
  ])('does not mistake a prompt about form alone for a subject: %s (SUM-4)', async (prompt) => {
    const said = [
      'Three points of the table are short, and a list of two bullets has few words.',
      'The list has three columns, ten lines and one heading with emojis.',
      'Die Tabelle hat drei Punkte, zehn Wörter und eine kurze Liste.',
      'Tres puntos cortos, dos frases y una lista de viñetas.',
      'Make the table sweet with fifty words of five sentences, tldr.',
    ];
    for (const language of ['en', 'de', 'es'] as const)
      expect(await asked(language, [...TALKS[language], ...said], prompt)).toMatch(/^(format|style)$/);
  });

  it.each([
    ['the table saw', 'The table saw cuts the old frame into short pieces of wood.'],
    ['three bullets about the lock', 'The lock rubbed against the frame for two winters.'],
    ['list the tyres', 'New tyres roll better than the old ones did.'],
  ])('follows a subject beside words about form: %s (SUM-4)', async (prompt, said) => {
    expect(await asked('en', [...TALKS.en, said], prompt)).toBe('applied');
  });

  it.each([
    ['en', 'for a 5 year old', 'style'],
    ['en', 'Write it as a poem', 'style'],
    ['en', 'three bullet points', 'format'],
    ['en', 'in French', 'language'],
    ['en', 'Summarise this video in German, please', 'language'],
    ['de', 'als Gedicht', 'style'],
    ['de', 'Bitte in drei Sätzen', 'format'],
    ['de', 'auf Englisch', 'language'],
    ['es', 'para un niño de 5 años', 'style'],
    ['es', 'en tres frases', 'format'],
    ['es', 'en inglés, por favor', 'language'],
    ['en', 'How do I fix the gearbox?', 'not_found'],
    ['en', 'the gearbox in three bullets', 'not_found'],
    ['en', 'women in French history', 'not_found'],
  ] as const)('reports why the prompt was not followed (%s: %s)', async (language, prompt, reason) => {
    expect(await asked(language, TALKS[language], prompt)).toBe(reason);
  });
});
