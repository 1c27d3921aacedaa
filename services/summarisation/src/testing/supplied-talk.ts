import type { SuppliedTranscript } from '../results/summarise-supplied.usecase.js';
import { VIDEO } from './summarisation-world.js';

/** A talk about a pump whose name is in no other text. */
export const TALK = [
  'The zanzibarquux pump lifts water from the deep well every morning.',
  'It was built by two engineers who lived beside the canal for years.',
  'A small motor turns the wheel and the wheel pulls the long chain.',
  'Every bucket on the chain carries ten litres of water to the top.',
  'The farmers open the gate and the water runs down to their fields.',
  'Nobody has to carry the water by hand since the pump was built.',
];
/** The text as UTF-8. */
export const bytes = (text: string) => new TextEncoder().encode(text);
/** One subtitle of four seconds in each minute. */
export const srt = (lines: readonly string[]) =>
  lines.map((text, at) => `${at + 1}\n00:${at}:10,000 --> 00:${at}:14,000\n${text}\n`).join('\n');
/** A call's transcript: the talk, unless another body is given. */
export const supplied = (body = srt(TALK), asked: Partial<SuppliedTranscript> = {}): SuppliedTranscript => ({
  videoId: VIDEO,
  title: 'My talk',
  body: { kind: 'subtitles', bytes: bytes(body) },
  ...asked,
});
