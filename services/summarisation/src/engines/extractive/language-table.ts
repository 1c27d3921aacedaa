/** Per ISO 639-1 code: the stop-word list of `stopword` and the algorithm of `snowball-stemmers`, where there is one. */
export const LANGUAGES: Record<string, { list: string; stemmer?: string }> = {
  af: { list: 'afr' },
  ar: { list: 'ara', stemmer: 'arabic' },
  bg: { list: 'bul' },
  bn: { list: 'ben' },
  ca: { list: 'cat', stemmer: 'catalan' },
  cs: { list: 'ces', stemmer: 'czech' },
  da: { list: 'dan', stemmer: 'danish' },
  de: { list: 'deu', stemmer: 'german' },
  el: { list: 'ell' },
  en: { list: 'eng', stemmer: 'english' },
  es: { list: 'spa', stemmer: 'spanish' },
  et: { list: 'est' },
  eu: { list: 'eus', stemmer: 'basque' },
  fa: { list: 'fas' },
  fi: { list: 'fin', stemmer: 'finnish' },
  fil: { list: 'tgl' },
  fr: { list: 'fra', stemmer: 'french' },
  ga: { list: 'gle', stemmer: 'irish' },
  gl: { list: 'glg' },
  gu: { list: 'guj' },
  he: { list: 'heb' },
  hi: { list: 'hin' },
  hr: { list: 'hrv' },
  hu: { list: 'hun', stemmer: 'hungarian' },
  hy: { list: 'hye', stemmer: 'armenian' },
  id: { list: 'ind' },
  in: { list: 'ind' },
  it: { list: 'ita', stemmer: 'italian' },
  iw: { list: 'heb' },
  ja: { list: 'jpn' },
  ko: { list: 'kor' },
  lt: { list: 'lit' },
  lv: { list: 'lav' },
  mr: { list: 'mar' },
  ms: { list: 'msa' },
  my: { list: 'mya' },
  nb: { list: 'nob', stemmer: 'norwegian' },
  nl: { list: 'nld', stemmer: 'dutch' },
  nn: { list: 'nob', stemmer: 'norwegian' },
  no: { list: 'nob', stemmer: 'norwegian' },
  pl: { list: 'pol' },
  pt: { list: 'por', stemmer: 'portuguese' },
  ro: { list: 'ron', stemmer: 'romanian' },
  ru: { list: 'rus', stemmer: 'russian' },
  sk: { list: 'slk' },
  sl: { list: 'slv', stemmer: 'slovene' },
  so: { list: 'som' },
  sv: { list: 'swe', stemmer: 'swedish' },
  sw: { list: 'swa' },
  th: { list: 'tha' },
  tl: { list: 'tgl' },
  tr: { list: 'tur', stemmer: 'turkish' },
  uk: { list: 'ukr' },
  ur: { list: 'urd' },
  vi: { list: 'vie' },
  yo: { list: 'yor' },
  zh: { list: 'zho' },
  zu: { list: 'zul' },
};

/** Words that speech repeats without meaning anything by them, and grammar that the lists leave out. */
export const SPOKEN_WORDS: Record<string, readonly string[]> = {
  en: (
    "actually again ain't already alright always any anyway aren't away back basically bit can't couldn't did didn't different doesn't doing don't done " +
    "down else even ever every few first gonna good got gotta great guess hadn't hasn't haven't having he'd he'll hers hi i'd i'll i'm i've isn't it'd it'll " +
    "its just kind kinda know last less let let's lot lots maybe mean mine need next nice no nor not nothing okay ok oh one ones ought own perhaps pretty " +
    "probably put quite rather really right say see shall she she'd she'll shouldn't so something sort sorta stuff sure thank thanks that'd that'll theirs " +
    "there'd they'd they'll they're they've thing things think today together too two until us using usually wanna want wanted wasn't we'd we'll we're we've " +
    "went weren't well what's whatever whether will won't wouldn't yeah yep yes yet you'd you'll you're you've yours yourself go goes going gone maybe " +
    'does though however therefore thus'
  ).split(' '),
};

/** Sounds, left out of the text itself; by language, since "um" is a word in German and Portuguese. */
export const SPOKEN_FILLERS: Record<string, RegExp> = {
  en: /^(?:u+h+m*|u+m+|e+r+m*|h+m+|m+hm+|mm+|uh-huh|mm-hmm)[.,!?…-]*$/i,
};
