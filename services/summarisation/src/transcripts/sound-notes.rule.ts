import { soundWordsIn } from './sound-words.rule.js';

/**
 * Descriptions of sounds are not spoken words (VID-16): anything in square or lenticular brackets or between music notes, and text in round
 * brackets or between asterisks that names a sound. A bracket that belongs to a sentence stays: "the gate (the second one) opens".
 */

/** Where a bracket stands: alone on its line, at the beginning of a line or sentence, or in the middle of one. */
export type Place = 'alone' | 'opening' | 'within';

const LETTER = /\p{L}/u;
const SMALL = /\p{Ll}/u;
/** "(in French)", "(on TV)" */
const MANNER = /^(?:in|on|over|auf|en|sur|em|im|am) (?:\p{Lu}\p{L}+|phone|radio|tv|speaker|intercom)$/iu;

/** Whether text in round brackets or between asterisks describes a sound. `isShouted`: the captions are all capitals, so capitals prove nothing. */
export function isSoundNote(inside: string, place: Place, isShouted: boolean): boolean {
  const text = inside.trim();
  if (!LETTER.test(text)) return !/\p{N}/u.test(text);
  const words = soundWordsIn(text);
  if (
    !isShouted &&
    !SMALL.test(text) &&
    /\p{Lu}{2}/u.test(text) &&
    (words.count > 1 || place === 'alone' || words.acts > 0)
  )
    return true;
  if (words.isProse) return false;
  const isSound = words.acts > 0 || words.things > 0;
  if (words.isOnlySound && isSound && (words.acts > 0 || isMusic(text)))
    return !words.opensLikeProse || place !== 'within';
  if (place === 'within') return false;
  if (words.acts > 0) return true;
  if (MANNER.test(text)) return true;
  if (words.opensLikeProse) return words.things > 0 && words.motions > 0;
  return (words.things > 0 && words.count <= 5) || isDoing(text, words.count, place);
}

/** "(music)", "(soft music playing)". A single thing may also be spoken of. */
function isMusic(text: string): boolean {
  return /m[uú]s|müz|muz|музык|μουσ|موسيق|מוזיק|संगीत|nhạc/iu.test(text);
}

/** "(wheel turning)": what a thing does, in a few words. */
function isDoing(text: string, count: number, place: Place): boolean {
  if (count < 2 || count > 4) return false;
  return /\p{L}{3}ing$/u.test(text) || (place === 'alone' && /^\p{L}+ \p{Ll}{3,}[^s\P{L}]s$/u.test(text));
}

const MUSIC_SIGNS = /[♩♪♫♬♭♯🎵🎶]+/gu;
/** A bracket directly after a letter belongs to it: `a[0]`. */
const SQUARE = /(?<![\p{L}\p{N}_\])])\[[^[\]]{0,120}\]|【[^【】]{0,60}】|〔[^〔〕]{0,60}〕|［[^［］]{0,60}］/gu;
const ROUND = /\([^()]{1,120}\)|（[^（）]{1,60}）|(?<![\p{L}\p{N}*])\*[^\s*](?:[^*]{0,60}[^\s*])?\*(?![\p{L}\p{N}*])/gu;
/** Songs in British subtitles. */
const SONG = /^#\s+(.*?)\s*#?$/;
const MAY_NOTE = /[[(【〔［（*♩♪♫♬♭♯\u{1f3b5}\u{1f3b6}]|^#\s/u;
const SENTENCE_ENDS = /(?:^|[.!?…。！？:：][\s"'”’)]*|>>\s*)$/u;

const UNSPACED = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}。、！？]/u;

/** What replaces a note: a space, or nothing in scripts without spaces. */
function gapBetween(line: string, at: number, note: string): string {
  return UNSPACED.test(line[at - 1] ?? '') || UNSPACED.test(line[at + note.length] ?? '') ? '' : ' ';
}

/** `line` without the sounds that it describes. Sung words stay. */
export function withoutSounds(line: string, isShouted: boolean): string {
  if (!MAY_NOTE.test(line)) return line;
  const unsung = line.replace(MUSIC_SIGNS, ' ');
  const isSong = unsung !== line;
  const song = unsung.replace(SONG, '$1');
  const plain = song.replace(SQUARE, (note: string, at: number) => gapBetween(song, at, note));
  const said = plain.replace(ROUND, (note: string, at: number) => {
    const before = plain.slice(Math.max(0, at - 40), at).trimEnd();
    const begins = at <= 40 ? SENTENCE_ENDS.test(before) : /[.!?…。！？]["'”’)]?$/u.test(before);
    const isAlone = before === '' && plain.slice(at + note.length).trim() === '';
    const place = isAlone ? 'alone' : begins ? 'opening' : 'within';
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
