import { soundWordsIn } from './sound-words.rule.js';

/**
 * Descriptions of sounds are not spoken words (VID-16): anything in square or lenticular brackets or between music notes, and text in round
 * brackets or between asterisks that names a sound. A bracket that belongs to a sentence stays: "the gate (the second one) opens".
 */

/** The place of a bracket: the whole caption, alone on its line, at the beginning of a line or sentence, or in the middle of one. */
export type Place = 'caption' | 'alone' | 'opening' | 'within';

const LETTER = /\p{L}/u;
const SMALL = /\p{Ll}/u;
/** A manner of speaking: "(in French)", "(on TV)". */
const MANNER = /^(?:in|on|over|auf|en|sur|em|im|am) (?:\p{Lu}\p{L}+|phone|radio|tv|speaker|intercom)$/iu;

/** Whether text in round brackets or asterisks is a sound note. `isShouted`: the captions are all capitals, so capitals mean nothing. */
export function isSoundNote(inside: string, at: Place, isShouted: boolean): boolean {
  const text = inside.trim();
  const place = at === 'caption' ? 'alone' : at;
  if (!LETTER.test(text)) return !/\p{N}/u.test(text);
  const words = soundWordsIn(text);
  if (
    !isShouted &&
    !SMALL.test(text) &&
    /\p{Lu}{2}/u.test(text) &&
    (words.count > 1 || place === 'alone' || words.acts > 0)
  )
    return true;
  if (words.isOnlyHeard && place !== 'within') return true;
  if (words.isProse) return false;
  // Nobody speaks a few words in brackets and nothing else: "(cow moos)", in any language that separates its words.
  if (at === 'caption' && words.count <= 4 && !words.isJoined && !SPOKEN.test(text)) return true;
  const isSound = words.acts > 0 || words.things > 0;
  if (words.isOnlySound && isSound && (words.acts > 0 || isMusic(text)))
    return !words.opensLikeProse || place !== 'within';
  if (place === 'within') return false;
  if (words.acts > 0) return true;
  if (MANNER.test(text)) return true;
  if (words.opensLikeProse) return words.things > 0 && words.motions > 0;
  return (words.things > 0 && words.count <= 5) || isDoing(text, words.count, place);
}

/** Signs of speech: punctuation, a number, or characters of scripts in which inner voices are written in brackets. */
const SPOKEN = /[.,:;!?…\p{N}]|[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]/u;

/** A note about music: "(music)", "(soft music playing)". Speech may name a single thing. */
function isMusic(text: string): boolean {
  return /m[uú]s|müz|muz|музык|μουσ|موسيق|מוזיק|संगीत|nhạc/iu.test(text);
}

/** A note about what a thing does, in a few words: "(wheel turning)". */
function isDoing(text: string, count: number, place: Place): boolean {
  if (count < 2 || count > 4) return false;
  return /\p{L}{3}ing$/u.test(text) || (place === 'alone' && /^\p{L}+ \p{Ll}{3,}[^s\P{L}]s$/u.test(text));
}

/** "B♭" and "F♯" are spoken, so they do not match. */
const MUSIC_SIGNS = /[~～〜]{0,3}(?:[♩♪♫♬🎵🎶]|(?<!(?<![\p{L}\p{N}])[A-Ha-h])[♭♯])+[~～〜]{0,3}/gu;
/** A bracket directly after a letter belongs to it: `a[0]`, `print(x)`. */
const SQUARE = /(?<![\p{L}\p{N}_\])])\[[^[\]]{0,120}\]|【[^【】]{0,60}】|〔[^〔〕]{0,60}〕|［[^［］]{0,60}］/gu;
const ROUND =
  /^\*\s[^*]{1,60}\s\*(?!\S)|(?<![\p{sc=Latn}\p{N}_])\([^()]{1,120}\)|（[^（）]{1,60}）|(?<![\p{L}\p{N}*])\*[^\s*](?:[^*]{0,60}[^\s*])?\*(?![\p{L}\p{N}*])/gu;
/** Songs in British subtitles. */
const SONG = /^#\s+(.*?)\s*#?$/;
const MAY_NOTE = /[[(【〔［（*♩♪♫♬♭♯\u{1f3b5}\u{1f3b6}]|^#\s/u;
const SENTENCE_ENDS = /(?:^|[.!?…。！？:：][\s"'”’)]*|>>\s*)$/u;

const UNSPACED = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}。、！？]/u;

/** What replaces a note: a space, or nothing in scripts without spaces. */
function gapBetween(line: string, at: number, note: string): string {
  return UNSPACED.test(line[at - 1] ?? '') || UNSPACED.test(line[at + note.length] ?? '') ? '' : ' ';
}

/** Only a time in brackets is not speech; a reference or an interval is. */
const CLOCK_TIME = /^\d{1,3}:\d{2}(?::\d{2})?(?:[.,]\d{1,3})?$/;

/** An editor's denial, without which the sentence would say the opposite: "There is [no] evidence". */
const DENIAL =
  /^(?:not|no|no longer|never|none|neither|nor|without|cannot|can['’]t|(?:do|does|did|is|are|was|were|wo|would|could|should|has|have|had)n['’]t|nicht|nie|niemals|ohne|kein(?:e[mnrs]?)?|pas|jamais|sans|nunca|jam[aá]s|sin|non|mai|senza|niet|geen|nooit|zonder|não|nem|sem|не|нет|никогда|без)$/iu;

/**
 * In square brackets everything is a note except numbers, additions of an editor ("he [the miller] opened it") and parts of a word ("[im]possible").
 */
function isSquareNote(inside: string, isWithin: boolean, next: string): boolean {
  const text = inside.trim();
  if (isWithin && DENIAL.test(text)) return false;
  if (/^[\d\s.,;:–-]*\d[\d\s.,;:–-]*$/.test(text)) return CLOCK_TIME.test(text);
  const words = soundWordsIn(text);
  if (/^\p{L}{1,4}$/u.test(inside) && SMALL.test(next) && words.acts + words.things === 0) return false;
  return !isWithin || words.acts + words.things > 0 || !(words.opensLikeProse || words.isProse) || MANNER.test(text);
}

/** Removes the sound notes from `line` and keeps what is sung. `isCaption`: the line is the whole caption. */
export function withoutSounds(line: string, isShouted: boolean, isCaption = false): string {
  if (!MAY_NOTE.test(line)) return line;
  const unsung = line.replace(MUSIC_SIGNS, ' ');
  const isSong = unsung !== line;
  const song = unsung.replace(SONG, '$1');
  const plain = song.replace(SQUARE, (note: string, at: number) => {
    const before = song.slice(Math.max(0, at - 40), at).trimEnd();
    const isWithin = before !== '' && !SENTENCE_ENDS.test(before);
    return isSquareNote(note.slice(1, -1), isWithin, song[at + note.length] ?? '') ? gapBetween(song, at, note) : note;
  });
  const said = plain.replace(ROUND, (note: string, at: number) => {
    const before = plain.slice(Math.max(0, at - 40), at).trimEnd();
    const begins = at <= 40 ? SENTENCE_ENDS.test(before) : /[.!?…。！？]["'”’)]?$/u.test(before);
    const isAlone = before === '' && plain.slice(at + note.length).trim() === '';
    const place = isAlone ? (isCaption ? 'caption' : 'alone') : begins ? 'opening' : 'within';
    return isSoundNote(note.slice(1, -1), place, isShouted) ? gapBetween(plain, at, note) : note;
  });
  if (said === line) return line;
  const tidy = said
    .replace(/\s+/g, ' ')
    .replace(/ ([,.;!?…。、！？])/g, '$1')
    .replace(/^[\s:：,;]+|^\.(?=\s)/, '')
    .trim();
  // The rest of "[Music]." or "♪ (soft music) ♪" is not speech.
  if (!/[\p{L}\p{N}]/u.test(tidy)) return '';
  return isSong && soundWordsIn(tidy).isOnlySound && isSoundNote(tidy, 'alone', isShouted) ? '' : tidy;
}
