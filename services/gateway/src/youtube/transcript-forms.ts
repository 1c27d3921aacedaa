import type { FastifyReply } from 'fastify';
import { cueText, srtTime } from './summary-srt.js';
import { oneLine } from './summary-text.js';

/** The formats of a transcript (VID-22). */
export const TRANSCRIPT_FORMATS = ['segments', 'text', 'srt', 'vtt'] as const;
export type TranscriptFormat = (typeof TRANSCRIPT_FORMATS)[number];

/** Media types of a success besides JSON; a refusal is always JSON. */
export const SUBTITLE_TYPES = ['application/x-subrip', 'text/vtt'] as const;

/** One caption, in the fields of summarisation. */
export interface Caption {
  startMs: number;
  durationMs: number;
  text: string;
}

/** How summarisation marks a change of speaker. */
const TURN = '>> ';
/** Older players know only these line ends; newer ones know both kinds. */
const LINE_END = '\r\n';

/** The whole text without times. Each change of speaker starts a new line. */
export function plainText(captions: readonly Caption[]): string {
  return captions
    .map(({ text }) => (text.startsWith(TURN) ? `\n${text.slice(TURN.length)}` : ` ${text}`))
    .join('')
    .trim();
}

/** Writes captions as a subtitle file in which no player reads text as markup. */
export function subtitles(captions: readonly Caption[], format: 'srt' | 'vtt', reply: FastifyReply): string {
  const [subRip, webVtt] = SUBTITLE_TYPES;
  void reply.type(`${format === 'srt' ? subRip : webVtt}; charset=utf-8`);
  const cues = cuesOf(captions);
  if (format === 'srt')
    return cues
      .map(({ from, to, text }, at) => [at + 1, `${srtTime(from)} --> ${srtTime(to)}`, text, ''].join(LINE_END))
      .join(LINE_END);
  const blocks = cues.map(({ from, to, text }) =>
    [`${vttTime(from)} --> ${vttTime(to)}`, text.replaceAll('&', '&amp;'), ''].join('\n'),
  );
  return ['WEBVTT\n', ...blocks].join('\n');
}

/** One cue for each caption with text. No cue overlaps the next or ends before it begins. A dash marks a change of speaker. */
function cuesOf(captions: readonly Caption[]): { from: number; to: number; text: string }[] {
  const said = captions
    .map(({ startMs, durationMs, text }) => ({ from: Math.floor(startMs), to: Math.floor(startMs + durationMs), text }))
    .map((cue) => ({ ...cue, text: cue.text.startsWith(TURN) ? `- ${cue.text.slice(TURN.length)}` : cue.text }))
    .map((cue) => ({ ...cue, text: cueText(oneLine(cue.text)) }))
    .filter(({ text }) => text !== '');
  return said.map((cue, at) => {
    const next = said[at + 1]?.from ?? Infinity;
    return { ...cue, to: Math.max(cue.from + 1, next > cue.from ? Math.min(cue.to, next) : cue.to) };
  });
}

/** `hh:mm:ss.mmm` */
function vttTime(ms: number): string {
  return srtTime(ms).replace(',', '.');
}
