/** One caption line of the simulator. */
export interface SimCue {
  startMs: number;
  durationMs: number;
  text: string;
}

const WORD_MS = 300;
const WORDS_PER_CUE = 9;
const PAUSE_MS = 400;

/** Cuts a text into caption lines at an even pace; unspaced scripts are cut by characters. */
export function cutCues(text: string): SimCue[] {
  const cues: SimCue[] = [];
  let startMs = 500;
  for (const line of text.split('\n')) {
    const words = line.includes(' ') ? line.split(' ') : (line.match(/.{1,6}/gu) ?? []);
    const glue = line.includes(' ') ? ' ' : '';
    for (let at = 0; at < words.length; at += WORDS_PER_CUE) {
      const part = words.slice(at, at + WORDS_PER_CUE);
      cues.push({ startMs, durationMs: part.length * WORD_MS, text: part.join(glue) });
      startMs += part.length * WORD_MS;
    }
    startMs += PAUSE_MS;
  }
  return cues;
}

/** Speech recognition writes no capitals and no punctuation, and lets lines overlap. */
export function asSpeechRecognition(cues: SimCue[]): SimCue[] {
  return cues.map(({ startMs, durationMs, text }) => ({
    startMs,
    durationMs: durationMs + 1_500,
    text: text.toLowerCase().replace(/[.,;:!?]/g, ''),
  }));
}
