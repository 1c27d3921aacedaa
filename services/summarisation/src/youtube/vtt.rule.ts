import { cleanCaptionText } from './caption-text.rule.js';
import { orderSegments, type CaptionSegment, type RawCaption } from './segment-order.rule.js';

const CUE_TIMES = /^(?:(\d{1,4}):)?(\d{2}):(\d{2})\.(\d{3})\s+-->\s+(?:(\d{1,4}):)?(\d{2}):(\d{2})\.(\d{3})/;

function toMs(hours: string | undefined, minutes: string, seconds: string, milliseconds: string): number {
  return ((Number(hours ?? 0) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000 + Number(milliseconds);
}

function toCaption(block: string): RawCaption | null {
  const lines = block.split('\n');
  const timesAt = lines.findIndex((line) => line.includes('-->'));
  const times = timesAt < 0 ? null : CUE_TIMES.exec(lines[timesAt]);
  if (times === null) return null;
  const startMs = toMs(times[1], times[2], times[3], times[4]);
  const endMs = toMs(times[5], times[6], times[7], times[8]);
  return { startMs, durationMs: endMs - startMs, text: cleanCaptionText(lines.slice(timesAt + 1).join(' ')) };
}

/** WebVTT captions as segments, the last resort when YouTube ignores the format we asked for (decisions 21); null when it is not WebVTT. */
export function parseVtt(body: string): CaptionSegment[] | null {
  if (!body.startsWith('WEBVTT')) return null;
  const blocks = body.replace(/\r\n?/g, '\n').split(/\n{2,}/);
  return orderSegments(blocks.map(toCaption).filter((caption) => caption !== null));
}
