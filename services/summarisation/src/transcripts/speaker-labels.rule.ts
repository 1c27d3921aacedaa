import { soundWordsIn } from './sound-words.rule.js';

/**
 * The name of a speaker before a speech is not part of it (VID-17). Numbered speakers, WebVTT voices and roles such as MAN are always
 * labels. Any other name before a colon or in brackets is a label only when it recurs: "Note: this" and "Step one: fill the pond" are
 * speech.
 */

/** The longest name before a colon, in characters; it has at most four words. */
const MOST_NAME_CHARS = 40;
const NUMBERED =
  'speaker|spk|spkr|sprecher(?:in)?|locuteur|locutrice|intervenante?|orateur|hablante|locutora?|oradora?|falante|parlante|relatore|spreker|talare|mówca|participant|person|voice|guest|' +
  'говорящий|спикер|диктор|участник|वक्ता|דוברת?|说话人|說話人|发言人|發言人|讲者|話者|発言者|スピーカー|화자|발언자|참석자|متحدث|المتحدث';
const SPEAKER = new RegExp(
  String.raw`^(?:(?:${NUMBERED})[\s_#:-]{0,2}(?:\d{1,3}|[a-z]|\?)|speaker|(?:unknown|unidentified|male|female|other)\s(?:speaker|voice|man|woman)(?:\s?#?\d{1,3})?)$`,
  'iu',
);
/** Nobody speaks an underscore, so this form needs neither brackets nor a colon. */
const BARE_SPEAKER = /^speaker_\d{1,3}(?!\w):?\s*/i;
const ROLES =
  'man|woman|men|women|both|boy|girl|male|female|narrator|announcer|interviewer|interviewee|reporter|moderator|host|caller|homme|femme|narrateur|narratrice|mann|frau|erzähler|hombre|mujer|narradora?|homem|mulher|uomo|donna|' +
  'narratore|мужчина|женщина|ведущий|ведущая|男|女|男性|女性|ナレーター|ナレーション|旁白|主持人|男声|女声|남자|여자|내레이션';
const ROLE = new RegExp(
  String.raw`^(?:${ROLES})(?:\s?#?\d{1,2}|\s[a-z])?(?:\s(?:on|over|via)\s(?:the\s)?(?:tv|radio|phone|intercom|speaker|recording|video))?$`,
  'iu',
);
/** Words that open a sentence with a colon. They are no labels, however often they recur. */
const OPENERS = new Set(
  (
    'note notes nb ps pps warning caution tip tips hint step example examples question questions answer answers chapter part section lesson rule rules fact facts number time times date place result results ' +
    'conclusion summary problem problems solution reminder important remember update spoiler source sources ingredients total look listen so now first second third fourth finally then next also well okay ok yes no ' +
    'here there this that what why how when where who today tomorrow again and but or because meaning translation correction point day week year month case figure table option options goal objective ' +
    'topic subject title item task exercise definition theorem proof lemma pro pros con cons bonus disclaimer faq tldr fyi eg ie website link links email phone address hinweis achtung wichtig beispiel frage antwort ' +
    'schritt kapitel teil regel merke fazit problem lösung nota aviso ejemplo pregunta respuesta paso capítulo parte regla remarque attention exemple réponse étape chapitre partie règle importante esempio domanda risposta passo ' +
    'exemplo pergunta resposta etapa dica внимание пример вопрос ответ шаг глава часть важно 注意 例 例えば 質問 答え 結論 ポイント 问题 答案 例如 比如 注 步骤 重点 总结'
  ).split(' '),
);
const BRACKETS =
  /^(?:\[([^[\]]{1,60})\]|\(([^()]{1,60})\)|（([^（）]{1,30})）|【([^【】]{1,30})】|［([^［］]{1,30})］|<([^<>]{1,40})>)\s{0,3}([:：]?)\s{0,3}/u;
const COLON =
  /^([^\s:：()[\]（）【】"“”<>.,!?;][^:：()[\]（）【】"“”<>!?;]{0,39}?)(\s?(?:\([^()]{1,20}\)|\[[^[\]]{1,20}\]))?\s?([:：])(?=[\s\p{Lu}]|$|(?<=[：]|[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}][:：]))\s{0,3}/u;

/** A possible label at the beginning of a line. `rest`: the line after it. */
export interface Label {
  name: string;
  rest: string;
  /** It is a label only when it recurs. */
  isUncertain: boolean;
  /** Brackets without a colon, which may also hold a sound. */
  isBracket: boolean;
  /** It has the form of a person's name. */
  isName: boolean;
  /** Capitals before a colon. After `>>`, as on television, this is a label at once. */
  isShouted: boolean;
}

/** The possible label at the beginning of `line`. */
export function labelOf(line: string): Label | undefined {
  const bare = BARE_SPEAKER.exec(line);
  if (bare) return certain(bare[0], line.slice(bare[0].length));
  const bracket = BRACKETS.exec(line);
  if (bracket) return bracketLabel(bracket, line.slice(bracket[0].length));
  if (!/[:：]/.test(line.slice(0, MOST_NAME_CHARS + 30))) return undefined;
  const colon = COLON.exec(line.slice(0, 100));
  if (!colon) return undefined;
  const rest = line.slice(colon[0].length);
  const name = colon[1].trim();
  const isRole = ROLE.test(name) || /^speaker$/i.test(name);
  // "Man: a strange animal" explains a word, where a role that recurs is one.
  const isExplained = isRole && /\p{Ll}/u.test(name) && /^\p{Ll}/u.test(rest);
  if ((SPEAKER.test(name) || isRole) && !isExplained) return certain(name, rest);
  const isName = isNameLike(name);
  const isShouted = isName && !/\p{Ll}/u.test(name) && /\p{Lu}{2}/u.test(name);
  // "MAN:Hello", but "Re:Zero".
  if (!isShouted && colon[0].endsWith(':') && /^\p{Lu}/u.test(rest)) return undefined;
  return { name: keyOf(name), rest, isUncertain: true, isBracket: false, isName, isShouted };
}

function bracketLabel(found: RegExpExecArray, rest: string): Label | undefined {
  const inside = (found.slice(1, 7).find((one) => one !== undefined) ?? '').trim();
  if (/^(?:speaker_?\d+)$/i.test(inside) || SPEAKER.test(inside) || ROLE.test(inside)) return certain(inside, rest);
  // Without a colon, other names in angle brackets cannot be classified.
  if (found[6] !== undefined && found[7] === '') return undefined;
  if (!/\p{L}/u.test(inside)) return undefined;
  const words = soundWordsIn(inside);
  const isFullWidth = /^[（【［]/u.test(found[0]);
  // "（田中）": characters of Japanese and Chinese names.
  const isAsianName = /^[\p{sc=Han}\p{sc=Kana}ー・\s]{1,10}$/u.test(inside);
  const isSound = words.acts > 0 || (words.things > 0 && words.count < 4);
  if (isSound) return undefined;
  const isCertain =
    found[7] !== '' && found[2] === undefined
      ? isNameLike(inside) || isFullWidth
      : isFullWidth && isAsianName && rest !== '';
  return {
    name: keyOf(inside),
    rest,
    isUncertain: !isCertain,
    isBracket: found[7] === '',
    isName: isAsianName || isNameLike(inside),
    isShouted: false,
  };
}

function certain(name: string, rest: string): Label {
  return { name: keyOf(name), rest, isUncertain: false, isBracket: false, isName: true, isShouted: false };
}

function keyOf(name: string): string {
  return name
    .toLowerCase()
    .replace(/[\s_:#-]+/g, ' ')
    .trim();
}

/** Whether it has at most four words, each with a capital or in a script without capitals, and none that opens a sentence. */
function isNameLike(name: string): boolean {
  const words = name.replace(/\p{M}/gu, '').split(/\s+/);
  if (name.length > MOST_NAME_CHARS || words.length > 4 || !/\p{L}/u.test(name)) return false;
  if (OPENERS.has(words[0].toLowerCase()) || OPENERS.has(words.at(-1)!.toLowerCase())) return false;
  return words.every((word) =>
    /^(?:[\p{Lu}\p{Lt}\p{Lo}]|#?\d{1,3}$|(?:van|von|de|der|den|da|di|del|la|le|bin|al|el|and|&|und|y|et|e)$)/u.test(
      word,
    ),
  );
}

/** How a name occurs in a transcript. `isClear`: it can only be a name, like "Ann Keeper" or "ANN". */
interface Seen {
  times: number;
  isName: boolean;
  isClear: boolean;
  isBracket: boolean;
  alone: number;
}

/** Which names recur as labels in a transcript. */
export class RecurringLabels {
  private readonly counts = new Map<string, Seen>();
  private found: Set<string> | undefined;

  constructor(private readonly captions: number) {}

  /** Counts each line that begins a caption or a turn and may begin with a label. `isAlone`: the line is the whole caption. */
  see(line: string, isAlone: boolean): boolean {
    const label = labelOf(line);
    if (!label) return false;
    // Certain labels count too: where some speakers are numbered, others may be named.
    const seen = this.counts.get(label.name) ?? {
      times: 0,
      isName: label.isName,
      isClear: label.isShouted || /^\S+ \S/.test(label.name),
      isBracket: label.isBracket,
      alone: 0,
    };
    seen.times += 1;
    if (label.rest === '' && isAlone) seen.alone += 1;
    this.counts.set(label.name, seen);
    this.found = undefined;
    return true;
  }

  has({ name, isUncertain }: Label): boolean {
    if (!isUncertain) return true;
    return (this.found ??= this.recurring()).has(name);
  }

  private recurring(): Set<string> {
    const all = [...this.counts];
    const names = all.filter(([, { isName }]) => isName);
    const labelled = all.reduce((sum, [, { times }]) => sum + (times > 1 ? times : 0), 0);
    // When most captions begin with a recurring label, any label counts: "ann:", "Q:".
    const isDialogue = labelled >= 4 && labelled * 2 >= this.captions;
    const clear = new Set(names.filter(([, { isClear }]) => isClear).map(([name]) => name));
    const named = names.reduce((sum, [, { times }]) => sum + times, 0);
    // Two people may talk for so short a time that each is named once.
    const isTalk = names.length > 1 && named * 2 >= this.captions && clear.size === names.length;
    const isLabel = ([name, { times, isName, isBracket, alone }]: (typeof all)[number]) => {
      if (isBracket) return isName && times > 1 && alone === 0;
      if (isDialogue) return times > 1 || isName;
      if (isTalk && isName) return true;
      if (!isName || times < 2) return false;
      // "Ann:" and "Remember:" look alike, so a single word counts only with a second speaker or when it recurs more often.
      return name.includes(' ') || times > 2 || names.length > 1;
    };
    return new Set(all.filter(isLabel).map(([name]) => name));
  }
}
