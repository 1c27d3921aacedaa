import type { FocusReason } from '../summary-engine.js';

/** A prompt taken apart: what it is about, and what else it asks for, which the speaker's own sentences cannot give. */
export interface FocusWish {
  subject: string;
  asksFor?: Exclude<FocusReason, 'not_found'>;
}

const COUNT = '(?:\\d{1,3}|an?|one|two|three|four|five|six|seven|eight|nine|ten|few|several)';
const LANGUAGES =
  '(?:english|german|french|spanish|italian|portuguese|dutch|polish|russian|ukrainian|turkish|arabic|hindi|chinese|japanese|korean|vietnamese|' +
  'englisch|deutsch|franz(?:ö|oe)sisch|spanisch|italienisch|inglés|alemán|francés|español|italiano|anglais|allemand|français|espagnol)';
const FORMS =
  '(?:bullets?|bullet points?|bullet list|table|markdown|json|html|csv|outline|headings?|paragraphs?|sentences?|words|lines|list)';
const PIECES = '(?:poem|song|rap|haiku|story|tale|tweet|joke|dialogue|letter|headline|meme|limerick)';
const MANNERS =
  '(?:funny|formal|informal|casual|friendly|simple|plain|serious|sarcastic|professional|academic|technical|playful|poetic|concise)';
const READERS =
  '(?:\\d{1,2}[ -]years?[ -]olds?|kids?|child(?:ren)?|toddlers?|beginners?|dummies|newbies|lay(?:man|men|person|people)|experts?|students?|grandm(?:a|other)|non-experts?)';

/** In the order in which they are taken out. Each begins with a word that stands nowhere else in it, so that no prompt makes one try long. */
const PHRASES: [Exclude<FocusReason, 'not_found'>, RegExp][] = [
  ['language', new RegExp(`\\b(?:translate(?:d)?(?: it| this)? (?:in)?to|in|into|auf|en|ins) ${LANGUAGES}\\b`, 'giu')],
  ['language', /(?:英語|日本語|中国語|韓国語|ドイツ語|フランス語|スペイン語)(?:で|に)/gu],
  ['style', new RegExp(`\\b(?:for|to|like(?: to)?) (?:an? |my |a group of )?${READERS}\\b`, 'giu')],
  ['style', /\b(?:like|as if) i(?:'| a)?m (?:\d{1,2}|five|a child)\b|\beli5\b/giu],
  ['style', new RegExp(`\\b(?:as|like|in the form of) an? ${PIECES}\\b`, 'giu')],
  ['style', new RegExp(`\\bin an? ${MANNERS} (?:tone|style|voice|way|manner)\\b`, 'giu')],
  [
    'style',
    /\bin the style of [\p{L}' ]{1,40}|\b(?:in|with|use|using) (?:simpler?|plain|easy) (?:words|terms|language|english)\b/giu,
  ],
  [
    'style',
    /\b(?:für|wie für) (?:ein(?:en|e)? )?(?:kinder|kind|anfänger|laien|fünfjährige[n]?)\b|\bals (?:gedicht|lied|geschichte|witz)\b/giu,
  ],
  [
    'style',
    /\bpara (?:un |una )?(?:niños?|niñas?|principiantes|expertos)\b|\bcomo un(?:a)? (?:poema|canción|cuento|chiste)\b/giu,
  ],
  [
    'format',
    new RegExp(
      `\\b(?:as|in|with|using|into|give me|only|exactly|max(?:imum)?) (?:only |exactly )?(?:${COUNT} )?(?:short |brief |key )?${FORMS}\\b`,
      'giu',
    ),
  ],
  [
    'format',
    new RegExp(`\\b${COUNT} (?:short |brief |key )?(?:bullets?|bullet points?|sentences?|paragraphs?|words)\\b`, 'giu'),
  ],
  [
    'format',
    /\b(?:in|als|mit) (?:\d{1,2} |zwei |drei |vier |fünf |zehn )?(?:stichpunkten?|stichworten|sätzen|tabelle|absätzen)\b/giu,
  ],
  ['format', /\b(?:en|con) (?:\d{1,2} |dos |tres |cuatro |cinco |diez )?(?:viñetas|puntos|frases|párrafos|tabla)\b/giu],
];

/** Takes what a prompt says about style, language and format out of it (SUM-4). The first kind that it asks for is named. */
export function wishOf(prompt: string): FocusWish {
  let subject = prompt;
  let asksFor: FocusWish['asksFor'];
  for (const [kind, phrase] of PHRASES) {
    const without = subject.replace(phrase, ' ');
    if (without !== subject) asksFor ??= kind;
    subject = without;
  }
  return { subject, asksFor };
}
