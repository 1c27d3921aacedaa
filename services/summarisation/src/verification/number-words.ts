/** The number words of a language, all in folded form: without accents. */
export interface NumberWords {
  ones: Map<string, number>;
  /** Words such as hundred and thousand, which multiply the number before them. */
  scales: Map<string, number>;
  /** Fractions such as half and third; they may follow a number ("two thirds"). */
  shares: Map<string, number>;
  /** twice, double. */
  times: Map<string, number>;
  /** Words inside a number: "one hundred and twenty". */
  joins: Set<string>;
  articles: Set<string>;
}

const pairs = (text: string) =>
  new Map(
    text.split(' ').flatMap((entry) => {
      const [words, value] = entry.split('=');
      return words.split('|').map((word) => [word, Number(value)] as const);
    }),
  );

const LANGUAGES: Record<string, NumberWords> = {
  en: {
    ones: pairs(
      'zero=0 one=1 two=2 three=3 four=4 five=5 six=6 seven=7 eight=8 nine=9 ten=10 eleven=11 twelve=12 dozen=12 thirteen=13 fourteen=14 fifteen=15 sixteen=16 ' +
        'seventeen=17 eighteen=18 nineteen=19 twenty|twentieth=20 thirty|thirtieth=30 forty|fortieth=40 fifty|fiftieth=50 sixty=60 seventy=70 eighty=80 ninety=90 ' +
        'fourth=4 sixth=6 seventh=7 eighth=8 ninth=9 eleventh=11 twelfth=12 thirteenth=13 fourteenth=14 fifteenth=15 sixteenth=16 seventeenth=17 eighteenth=18 nineteenth=19',
    ),
    scales: pairs('hundred|hundreds=100 thousand|thousands=1000 million|millions=1000000 billion|billions=1000000000'),
    shares: pairs(
      'half|halves|halved=0.5 third|thirds=0.333333 quarter|quarters=0.25 fifth|fifths=0.2 sixths=0.166667 sevenths=0.142857 eighths=0.125 tenth|tenths=0.1 twentieth=0.05 hundredth=0.01',
    ),
    times: pairs(
      'twice|double|doubles|doubled|doubling|twofold=2 thrice|triple|tripled|threefold=3 quadruple|fourfold=4',
    ),
    joins: new Set(['and']),
    articles: new Set(['a', 'an', 'one', 'the', 'every', 'each', 'per']),
  },
  de: {
    ones: pairs(
      'null=0 eins=1 zwei=2 drei=3 vier=4 funf=5 sechs=6 sieben=7 acht=8 neun=9 zehn=10 elf=11 zwolf=12 dutzend=12 dreizehn=13 vierzehn=14 funfzehn=15 sechzehn=16 ' +
        'siebzehn=17 achtzehn=18 neunzehn=19 zwanzig=20 dreissig=30 vierzig=40 funfzig=50 sechzig=60 siebzig=70 achtzig=80 neunzig=90',
    ),
    scales: pairs('hundert=100 tausend=1000 million|millionen=1000000 milliarde|milliarden=1000000000'),
    shares: pairs(
      'halb|halbe|halber|halbes|halben|halfte=0.5 drittel=0.333333 viertel=0.25 funftel=0.2 achtel=0.125 zehntel=0.1',
    ),
    times: pairs('doppelt|doppelte|doppelten|verdoppelt|zweimal=2 dreifach|dreimal=3'),
    joins: new Set(['und']),
    articles: new Set(['ein', 'eine', 'einer', 'einem', 'einen', 'eines', 'pro', 'jede', 'jeden']),
  },
  es: {
    ones: pairs(
      'cero=0 dos=2 tres=3 cuatro=4 cinco=5 seis=6 siete=7 ocho=8 nueve=9 diez=10 once=11 doce|docena=12 trece=13 catorce=14 quince=15 dieciseis=16 diecisiete=17 ' +
        'dieciocho=18 diecinueve=19 veinte=20 veintiuno=21 veintidos=22 veintitres=23 veinticuatro=24 veinticinco=25 treinta=30 cuarenta=40 cincuenta=50 sesenta=60 ' +
        'setenta=70 ochenta=80 noventa=90 doscientos|doscientas=200 trescientos|trescientas=300 cuatrocientos|cuatrocientas=400 quinientos|quinientas=500 ' +
        'seiscientos|seiscientas=600 setecientos|setecientas=700 ochocientos|ochocientas=800 novecientos|novecientas=900',
    ),
    scales: pairs('cien|ciento|cientos=100 mil|miles=1000 millon|millones=1000000'),
    shares: pairs('medio|media|mitad=0.5 tercio|tercios=0.333333 cuarto|cuartos=0.25 quinto=0.2 decimo=0.1'),
    times: pairs('doble|duplica|duplico=2 triple=3'),
    joins: new Set(['y']),
    articles: new Set(['un', 'una', 'uno', 'cada', 'por']),
  },
  fr: {
    ones: pairs(
      'zero=0 deux=2 trois=3 quatre=4 cinq=5 six=6 sept=7 huit=8 neuf=9 dix=10 onze=11 douze|douzaine=12 treize=13 quatorze=14 quinze=15 seize=16 ' +
        'vingt|vingts=20 trente=30 quarante=40 cinquante=50 soixante=60 septante=70 octante=80 nonante=90',
    ),
    scales: pairs('cent|cents=100 mille=1000 million|millions=1000000 milliard|milliards=1000000000'),
    shares: pairs('demi|demie|moitie=0.5 tiers=0.333333 quart|quarts=0.25 cinquieme=0.2 dixieme=0.1'),
    times: pairs('double|doubles|doublé=2 triple=3'),
    joins: new Set(['et']),
    articles: new Set(['un', 'une', 'chaque', 'par']),
  },
};

/** In any other language only digits are read. */
const NONE: NumberWords = {
  ones: new Map(),
  scales: new Map(),
  shares: new Map(),
  times: new Map(),
  joins: new Set(),
  articles: new Set(),
};

/** `language` is an ISO 639-1 code. */
export function numberWords(language: string): NumberWords {
  return LANGUAGES[language] ?? NONE;
}

/** Reads a German number in one word: 20000 for "zwanzigtausend", 21 for "einundzwanzig". NaN when it is not a number. */
export function germanNumber(word: string): number {
  const { ones } = LANGUAGES.de;
  const known = ones.get(word) ?? (word === 'ein' ? 1 : undefined);
  if (known !== undefined) return known;
  for (const [scale, value] of [
    ['tausend', 1_000],
    ['hundert', 100],
  ] as const) {
    const at = word.indexOf(scale);
    if (at < 0) continue;
    const before = at === 0 ? 1 : germanNumber(word.slice(0, at));
    const rest = word.slice(at + scale.length).replace(/^und/, '');
    return before * value + (rest === '' || rest === 'mal' ? 0 : germanNumber(rest));
  }
  const [, one, ten] = /^(.+?)und(.+zig|dreissig)$/.exec(word) ?? [];
  return one ? germanNumber(one) + germanNumber(ten) : NaN;
}
