import type { TranscriptSegment } from '@precis/summarisation/transcripts/captions';
import { demoTranscript } from '@precis/summarisation/videos/demo/demo-catalogue';

/**
 * A transcript of `words` words, made by repeating the demo lecture. From the second repetition on some words get a number, so that repeated
 * sentences are not simply dropped and the vocabulary grows as in real speech.
 */
export async function longTranscript(words: number): Promise<TranscriptSegment[]> {
  const demo = await demoTranscript('precisDemo3');
  if (!demo) throw new Error('the demo lecture is missing');
  const segments: TranscriptSegment[] = [];
  for (let count = 0, reading = 0; count < words; reading += 1) {
    for (const { startMs, durationMs, text } of demo.segments) {
      if (count >= words) break;
      const said = text.split(' ').slice(0, words - count);
      const varied = said
        .map((word, at) => (reading > 0 && (count + at) % 11 === 0 ? renamed(word, reading) : word))
        .join(' ');
      segments.push({ startMs: reading * demo.durationMs + startMs, durationMs, text: varied });
      count += said.length;
    }
  }
  return segments;
}

function renamed(word: string, reading: number): string {
  return word.replace(/^(\p{L}{4,})/u, `$1${'aeiou'[reading % 5]}l${'aeiou'[Math.floor(reading / 5) % 5]}`);
}
