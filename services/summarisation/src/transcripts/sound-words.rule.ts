/** Words that distinguish a sound note from spoken words in brackets (VID-16), in the languages of most captions. */

/** English words, without endings, for sounds of people, animals and things. Nobody speaks one of them alone in brackets. */
const ENGLISH_ACTS =
  'laugh giggl chuckl snicker cackl snort applau applaus applaud clap cheer sigh cough sneez groan moan grunt gasp pant sniff sniffl sob cry cries crying cried weep ' +
  'whimper wail yell shout scream shriek whisper mumbl mutter murmur hum whistl sing chant chatter gulp belch burp yawn hiccup exhal inhal breath breathe snor growl bark howl meow purr ' +
  'chirp squawk squeak creak slam bang thud thump crash clatter clink clank click beep buzz ring chim ding honk rattl rustl rumbl roar crackl sizzl splash drip gurgl hiss ' +
  'muffl bleep yelp smooch slurp moo drumroll whoosh whir whirr knock tap thunder explod explosion gunshot gunfire siren footstep inaudible unintelligible indistinct crosstalk overlapping narrat voiceover ' +
  'speaks speaking jeer boo stammer stutter tut scoff kiss clears clearing stomp scratch static silence';
/** Beginnings of such words in other languages, long enough that no other word begins with them. */
const ACT_BEGINNINGS =
  'gelächter kicher seufz hustet hustend schrei kreisch flüster klopf klingel stöhn räusper schluchz quietsch knarr gelach gejuich skratt applåd carcajad aplaus suspir gritos grita solloz ' +
  'susurr golpes gargalhad sussurr barulh risat sospir applau soupir chuchot sonneri aboie ladrid смех смеё смеет аплодис вздох вздыха кашля кашел кричит плачет śmiech śmiej oklask westch kaszl potlesk ' +
  'gülüş gülme alkış öksür tertawa tepuk naura taputuks χειροκρ ضحك تصفيق צחוק מחיאות हँस हंस ताली';
const ACT_WORDS = new Set(
  (
    'lacht lachen lachend lache applaus jubel weint weinen bellt knall knallt klingelt rauschen donner zucht zuchtet hoest klapt muziek risa risas ríe ríen tose tosen llanto llora llorando ladra timbre ruido rires rire ' +
    'rit rient tousse toux crie crient cri pleure bruit risos ri riem palmas tosse choro chora ride ridono piange pianto rumore bussa крик плач стук звон шум шаги лай свист смеются brawa kaszel smích směje ' +
    'naurua tawa cười γέλια γέλιο γελάει'
  ).split(' '),
);

/** Things that make sounds, but that people also talk about. */
const THINGS = new Set(
  (
    'pause pauses fanfare echo echoes echoing tone tones sting pop snap zap tick ticks chewing music musical song songs melody jingle theme intro outro bell bells phone phones telephone doorbell door doors gate engine engines motor crowd audience wind rain alarm alarms guitar piano drum drums bass synth ' +
    'violin orchestra choir dog dogs cat cats baby clock horn horns radio noise noises sound sounds musik müzik musique música musica muziek muzyka muzică hudba zene musiikki musiikkia nhạc музыка музыки μουσική موسيقى ' +
    'מוזיקה מוסיקה संगीत canción chanson lied песня publikum público public'
  ).split(' '),
);

/** Actions of things. In whole sentences people do them too. */
const MOTIONS = new Set(
  'play plays playing start starts starting stop stops stopping continue continues continuing fade fades fading open opens opening close closes closing swell swells approach approaches'.split(
    ' ',
  ),
);

/** Words that may accompany them in a note inside a sentence. */
const BESIDE = new Set(
  (
    'the a an and in on over of soft softly loud loudly upbeat gentle dramatic tense ominous suspenseful eerie sad happy cheerful light heavy distant quiet quietly slow fast nervous nervously awkward awkwardly ' +
    'lively continued continues electronic classical instrumental ambient background offscreen off-screen man woman men women people everyone all both crowd audience speaker host wheel water'
  ).split(' '),
);

/** Words that make a bracket part of a sentence. */
const PROSE = new Set(
  (
    'i you we he she it they me us him them my your our his her their is are was were am be been being have has had will would can could should may might must do does did not ' +
    "that which who whom because if when where while than then it's i'm we're you're they're that's there's don't doesn't " +
    'ich du wir er sie es ist sind war nicht yo tú él ella nosotros es son está je tu il elle nous vous est sont eu você ele ela são io lui lei sono'
  ).split(' '),
);
/** Persons whose actions a note may describe. */
const OTHERS = new Set('he she er sie il elle on él ella lui lei ele ela он она'.split(' '));
/** Words that cannot open a note unless it names a sound: "(the second one)", "(in the north)". */
const OPENERS = new Set(
  'the a an and or but of in on at to for from with by as so like see e.g. i.e. about around this these those some most der die das ein eine el la los las un una le les une des o os as um uma il lo gli'.split(
    ' ',
  ),
);

const ENDING = '(?:s|es|e|ed|ing|ings|ter|(?:b|d|g|l|m|n|p|r|t)(?:ed|ing))?';
const ACT = new RegExp(
  `^(?:(?:${ENGLISH_ACTS.replaceAll(' ', '|')})${ENDING}$|(?:${ACT_BEGINNINGS.replaceAll(' ', '|')}))`,
  'u',
);
/** Sound notes in scripts without spaces between words. */
const UNSPACED =
  /笑|拍手|拍掌|掌声|鼓掌|音楽|音乐|音樂|歓声|欢呼|悲鳴|尖叫|ため息|溜息|叹气|嘆氣|咳|泣|哭|効果音|音效|チャイム|ノック|bgm|(?:音|声|聲|响|響)$|웃음|박수|음악|한숨|기침|울음|환호|소리$|เพลง|ดนตรี|หัวเราะ|ปรบมือ|เสียง/u;
const MOST_UNSPACED_CHARS = 10;
const MOST_WORDS = 10;

/** The kinds of words in a note. */
export interface SoundWords {
  count: number;
  acts: number;
  things: number;
  motions: number;
  /** Every word is a sound, the thing that makes it, or how it sounds. */
  isOnlySound: boolean;
  isProse: boolean;
  /** A third person only makes a sound: "he laughs". */
  isOnlyHeard: boolean;
  opensLikeProse: boolean;
  /** It has words that join others: "twice a day". */
  isJoined: boolean;
}

/** Classifies the words of a bracket, to tell a sound note from speech. */
export function soundWordsIn(text: string): SoundWords {
  const words =
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}'’.-]+/gu)
      ?.slice(0, MOST_WORDS + 1) ?? [];
  const isMotion = (word: string) => MOTIONS.has(word);
  const isAct = (word: string) =>
    ACT.test(word) ||
    ACT_WORDS.has(word) ||
    (UNSPACED.test(word) && word.replace(/\p{M}/gu, '').length <= MOST_UNSPACED_CHARS);
  const isThing = (word: string) => THINGS.has(word);
  const of = (is: (word: string) => boolean) => words.filter(is).length;
  return {
    count: words.length,
    acts: of(isAct),
    things: of(isThing),
    motions: of(isMotion),
    isOnlySound: words.every((word) => isAct(word) || isThing(word) || isMotion(word) || BESIDE.has(word)),
    isOnlyHeard: words.length <= 3 && OTHERS.has(words[0] ?? '') && isAct(words[1] ?? '') && !/ed$/.test(words[1]),
    isProse: words.length > MOST_WORDS || words.some((word) => PROSE.has(word)),
    opensLikeProse: OPENERS.has(words[0] ?? ''),
    isJoined: words.some((word) => OPENERS.has(word)),
  };
}
