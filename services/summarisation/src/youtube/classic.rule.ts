import { cleanXmlCaption } from './caption-text.rule.js';
import { orderSegments, type CaptionSegment } from './segment-order.rule.js';
import { captionElements, numberAttribute } from './xml-caption.rule.js';

function toMs(seconds: number | undefined): number | undefined {
  return seconds === undefined ? undefined : Math.round(seconds * 1_000);
}

/** YouTube's classic captions (`<transcript><text start dur>`, times in seconds) as segments (decisions 21); null when unreadable or cut. */
export function parseClassic(body: string): CaptionSegment[] | null {
  const lines = captionElements(body, 'transcript', 'text');
  if (lines === null) return null;
  return orderSegments(
    lines.map(({ attributes, inner }) => ({
      startMs: toMs(numberAttribute(attributes, 'start')) ?? -1,
      durationMs: toMs(numberAttribute(attributes, 'dur')),
      text: cleanXmlCaption(inner),
    })),
  );
}
