import type { FastifyReply } from 'fastify';
import { cuesOf, type Timed } from './cues.js';
import { srtTime, subRip } from './summary-srt.js';

/** The formats of a transcript (VID-22). */
export const TRANSCRIPT_FORMATS = ['segments', 'text', 'srt', 'vtt'] as const;

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

/** The whole text without times. Each change of speaker starts a new line. */
export function plainText(captions: readonly Caption[]): string {
  return captions
    .map(({ text }) => (text.startsWith(TURN) ? `\n${text.slice(TURN.length)}` : ` ${text}`))
    .join('')
    .trim();
}

/** Writes captions as a subtitle file in which no player reads text as markup. A dash marks a change of speaker. */
export function subtitles(captions: readonly Caption[], format: 'srt' | 'vtt', reply: FastifyReply): string {
  const [srtType, vttType] = SUBTITLE_TYPES;
  void reply.type(`${format === 'srt' ? srtType : vttType}; charset=utf-8`);
  const cues = cuesOf(captions.map(timedOf));
  if (format === 'srt') return subRip(cues);
  const blocks = cues.map(({ startMs, endMs, text }) =>
    [`${vttTime(startMs)} --> ${vttTime(endMs)}`, text.replaceAll('&', '&amp;'), ''].join('\n'),
  );
  return ['WEBVTT\n', ...blocks].join('\n');
}

/** The source names the length of every caption, so even an end at its start is known. */
function timedOf({ startMs, durationMs, text }: Caption): Timed {
  const endMs = startMs + Math.max(1, durationMs);
  return { startMs, endMs, text: text.startsWith(TURN) ? `- ${text.slice(TURN.length)}` : text };
}

/** `hh:mm:ss.mmm` */
function vttTime(ms: number): string {
  return srtTime(ms).replace(',', '.');
}
