import { cleanXmlCaption } from './caption-text.rule.js';
import { orderSegments, type CaptionSegment } from './segment-order.rule.js';
import { captionElements, numberAttribute } from './xml-caption.rule.js';

/** YouTube's srv3 captions (`<timedtext format="3">`, times in milliseconds) as segments (decisions 21); null when unreadable or cut. */
export function parseSrv3(body: string): CaptionSegment[] | null {
  const paragraphs = captionElements(body, 'timedtext', 'p');
  if (paragraphs === null) return null;
  return orderSegments(
    paragraphs
      .filter(({ attributes }) => numberAttribute(attributes, 'a') !== 1)
      .map(({ attributes, inner }) => ({
        startMs: numberAttribute(attributes, 't') ?? -1,
        durationMs: numberAttribute(attributes, 'd'),
        text: cleanXmlCaption(inner),
      })),
  );
}
