import { isSameLanguage } from '../results/language.rule.js';
import { lexiconOf } from '../engines/extractive/terms.js';
import type { TranscriptSegment } from './captions.js';

/** Languages that their letters alone identify. Japanese comes before Chinese, because it uses Chinese characters too. */
const SCRIPTS: readonly [language: string, letters: RegExp, share: number][] = [
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu, 0.1],
  ['ko', /\p{Script=Hangul}/gu, 0.5],
  ['zh', /\p{Script=Han}/gu, 0.5],
  ['th', /\p{Script=Thai}/gu, 0.5],
  ['el', /\p{Script=Greek}/gu, 0.5],
  ['he', /\p{Script=Hebrew}/gu, 0.5],
  ['hy', /\p{Script=Armenian}/gu, 0.5],
  ['bn', /\p{Script=Bengali}/gu, 0.5],
  ['gu', /\p{Script=Gujarati}/gu, 0.5],
  ['my', /\p{Script=Myanmar}/gu, 0.5],
  ['ta', /\p{Script=Tamil}/gu, 0.5],
  ['te', /\p{Script=Telugu}/gu, 0.5],
  ['kn', /\p{Script=Kannada}/gu, 0.5],
  ['ml', /\p{Script=Malayalam}/gu, 0.5],
  ['pa', /\p{Script=Gurmukhi}/gu, 0.5],
  ['or', /\p{Script=Oriya}/gu, 0.5],
  ['si', /\p{Script=Sinhala}/gu, 0.5],
  ['km', /\p{Script=Khmer}/gu, 0.5],
  ['lo', /\p{Script=Lao}/gu, 0.5],
  ['ka', /\p{Script=Georgian}/gu, 0.5],
  ['am', /\p{Script=Ethiopic}/gu, 0.5],
];

/** Languages that are identified by their small words; of two that fit equally, the first is taken. */
const WRITTEN = 'en es de fr pt it nl sv da nb fi pl cs ro hu tr ru uk bg ar fa hi id vi ca hr'.split(' ');
/** Speech has twice this share of small words. With fewer, the words alone do not show the language. */
const LEAST_SHARE = 0.2;
/** Terse speech, such as the steps of a repair, has this share at least. It is enough where the caller requests the same language. */
const LEAST_SHARE_OF_ASKED = 0.1;
const SAMPLE_WORDS = 3_000;

/**
 * The language of a transcript, from the letters and small words of its beginning and of other samples; `und` when they do not identify one. `asked`:
 * the requested language of the summary. A terse transcript is in that language when it has no more small words of any other one (SUM-21).
 */
export function detectedLanguage(segments: readonly TranscriptSegment[], asked = ''): string {
  const words = sample(segments);
  const text = words.join('');
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  if (letters === 0) return 'und';
  const byScript = SCRIPTS.find(([, sign, share]) => (text.match(sign)?.length ?? 0) >= letters * share);
  if (byScript) return byScript[0];
  const small = WRITTEN.map((language) => {
    const { isStopword } = lexiconOf(language);
    return words.filter((word) => isStopword(word)).length;
  });
  const most = Math.max(...small);
  if (most > words.length * LEAST_SHARE) return WRITTEN[small.indexOf(most)];
  const own = WRITTEN.findIndex((language) => isSameLanguage(language, asked));
  return own >= 0 && small[own] === most && most > words.length * LEAST_SHARE_OF_ASKED ? WRITTEN[own] : 'und';
}

/** Words of segments at even distances, because an opening song may be in another language than the talk. */
function sample(segments: readonly TranscriptSegment[]): string[] {
  const words: string[] = [];
  const step = Math.max(1, Math.floor(segments.length / 500));
  for (let at = 0; at < segments.length && words.length < SAMPLE_WORDS; at += step)
    words.push(...(segments[at].text.toLowerCase().match(/[\p{L}\p{M}'’]+/gu) ?? []));
  return words;
}
