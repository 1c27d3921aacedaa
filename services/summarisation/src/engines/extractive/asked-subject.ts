import type { FocusReason } from '../summary-engine.js';

const COUNT =
  '(?:\\d+|one|two|three|four|five|six|seven|ten|zwei|drei|vier|fünf|sechs|zehn|dos|tres|cuatro|cinco|seis|diez)';
/** Ends a request for a language: "in French" is a request, "in French history" is a subject. */
const END = '(?=\\s*(?:$|[.,;:!?)]|(?:please|bitte|and|und|with|por)(?![\\p{L}])))';
const TONGUES =
  'english|french|german|spanish|italian|portuguese|dutch|polish|russian|chinese|japanese|korean|arabic|hindi|turkish|ukrainian|swedish';
const TONGUES_DE =
  'englisch|französisch|deutsch|spanisch|italienisch|portugiesisch|niederländisch|polnisch|russisch|chinesisch|japanisch|türkisch|ukrainisch';
const TONGUES_ES =
  'inglés|francés|alemán|español|italiano|portugués|holandés|polaco|ruso|chino|japonés|turco|ucraniano';

/** Patterns of one kind of request each, as whole words, in English, German and Spanish. */
const WISHES: readonly [Exclude<FocusReason, 'not_found'>, readonly string[]][] = [
  [
    'language',
    [
      `(?:in|into|to) (?:${TONGUES})${END}`,
      `(?:auf|ins|in) (?:${TONGUES_DE})e?${END}`,
      `(?:en|al) (?:${TONGUES_ES})${END}`,
    ],
  ],
  [
    'format',
    [
      `(?:(?:in|as|with|using|mit|en|con) )?(?:(?:only|just|at most|nur|solo) )?${COUNT} (?:short |main |key |kurzen? )?(?:bullet points?|bullets?|points?|sentences?|paragraphs?|lines?|words|stichpunkten?|sätzen?|absätzen?|zeilen|wörtern?|punkten?|puntos|frases|oraciones|párrafos|viñetas|líneas|palabras)`,
      '(?:(?:in|as|with|using|als|como|en) )?(?:an? |eine? |una? )?(?:bullet(?:ed)? (?:points?|list)|bullets|stichpunkten?|viñetas|markdown|json)',
      '(?:as|als|como) (?:an? |eine? |una? )?(?:table|(?:numbered )?list|outline|tabelle|liste|tabla|lista)',
    ],
  ],
  [
    'style',
    [
      "(?:for|to|like i(?:'m| am)|as if i were) (?:an? )?(?:\\d+|three|five|six|seven|ten)[- ]years?[- ]olds?",
      '(?:for|to) (?:an? |complete )*(?:beginners?|child(?:ren)?|kids?|dumm(?:y|ies)|lay(?:man|men|people)|toddlers?)',
      '(?:as|like) (?:an? |the )?(?:poem|song|haiku|rap|tweet|joke|story|fairy tale|dialogue|limerick|pirate)',
      '(?:in|with|using) (?:an? )?(?:very )?(?:simple|plain|funny|formal|casual|friendly|professional|serious|humorous) (?:way|tone|style|words|terms|language|english)',
      'für (?:eine?n? )?(?:\\d+|fünf)[- ]?jährige[nrs]?',
      'für (?:kinder|anfänger|laien)',
      'als (?:gedicht|lied|geschichte|märchen|witz)',
      'in (?:einfachen|leichten) worten|in (?:einfacher|leichter) sprache',
      'para (?:una? )?(?:niñ[oa]s?|principiantes?)(?: de \\d+ años)?',
      'como (?:una? )?(?:poema|canción|cuento|chiste)',
      '(?:en|con) palabras (?:sencillas|simples)',
    ],
  ],
];

const PATTERNS = WISHES.map(
  ([reason, wishes]) =>
    [reason, new RegExp(`(?<![\\p{L}\\p{N}])(?:${wishes.join('|')})(?![\\p{L}\\p{N}])`, 'giu')] as const,
);

/** The rest of a prompt without requests for style, language and format, and the first kind of these requests. */
export interface AskedSubject {
  subject: string;
  wish?: FocusReason;
}

/** Bounds the work. Longer prompts are refused before they reach an engine. */
const MAX_CHARS = 2_000;

/**
 * Separates the subject of a prompt from how the summary should be written: the subject of "explain the brakes in three bullets" is "explain the
 * brakes".
 */
export function askedSubject(prompt: string): AskedSubject {
  let subject = prompt.slice(0, MAX_CHARS).replace(/\s+/g, ' ').replace(/[’ʼ]/g, "'");
  let wish: FocusReason | undefined;
  for (const [reason, pattern] of PATTERNS) {
    const rest = subject.replace(pattern, ' ');
    if (rest !== subject) wish ??= reason;
    subject = rest;
  }
  return { subject, wish };
}
