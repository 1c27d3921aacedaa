import { VOICE } from './caption-marks.js';
import { RecurringLabels, labelOf } from './speaker-labels.rule.js';
import { withoutSounds } from './sound-notes.rule.js';

/** Marks the beginning of another speaker's turn, as in television captions. */
export const TURN = '>> ';

/** Does not match the brackets that end `Map<String, List<Integer>>`. */
const ARROWS = /(?:(?<![\p{L}\p{N}])>>+|^≫|^＞＞+)\s*/u;
/** A hyphen may come directly before the word; a longer dash in that place continues a sentence. */
const DASH = /^(?:[-‐‑−－](?=[\p{L}"'“¿¡([♪])|[-‐‑−–—－]\s{1,3}(?=\S))/u;
/** "- Are you ready? - Yes.": when a dash opens a line, a dash after a sentence marks the next speaker. */
const NEXT_DASH = /(?<=[.?!…]["'”’)]?)\s[-–—](?:\s|(?=[\p{Lu}\p{Lo}¿¡"“[(]))/u;
/** A label inside a line: "That is all. [SPEAKER_01]: Thank you." */
const LATER_LABEL =
  /(?<=[.?!…。！？]["'”’)]?\s)(?<!\b(?:[DJMS]rs?|[DJMS]RS?|M[sS]|S[tT]|P[Rr][Oo][Ff]|R[Ee][VvPp]|S[Ee][Nn]|G[Oo][Vv]|G[Ee][Nn]|S[Gg][Tt]|L[Tt]|C[Aa][Pp][Tt]|H[Oo][Nn]|\p{Lu})\.\s)(?=\[[^[\]]{1,40}\]\s?:|\([Ss]peaker \d{1,2}\)|[\p{Lu}\p{Lo}][^:.?!…。！？()[\]]{0,39}:\s)/u;
const LEADING_NOTE = /^(?:\[[^[\]]{0,120}\]|\([^()]{1,120}\)|（[^（）]{1,60}）|【[^【】]{1,60}】|[♪♫♬♩]+)\s*/u;
const VOICES = new RegExp(`(?=${VOICE.from}[^${VOICE.to}]{0,200}${VOICE.to})`);
const VOICE_NAME = new RegExp(`^${VOICE.from}([^${VOICE.to}]{0,200})${VOICE.to}\\s*`);
const MAY_TURN = /[:：>≫＞－<([（【［\-‐‑−–—\u0002]|speaker_/iu;
/** Every line with a label matches this, so most lines are excluded quickly. */
const MAY_LABEL = /[:：([（【［<]|speaker_/iu;
const MOST_SAMPLE = 2_000;

/** A part of a line with one speaker. `isTurn`: a mark says that another speaker begins. */
interface Piece {
  text: string;
  isTurn: boolean;
}

/**
 * The spoken words of each caption, '' when there are none: speaker labels and sounds are left out. TURN stands before the words where
 * another speaker begins. The captions come in order of time; the time is linear in their length.
 */
export function spokenTexts(captions: readonly { lines: readonly string[] }[]): string[] {
  const labels = new RecurringLabels(captions.length);
  const allShouted = isShouted(captions);
  for (const { lines } of captions)
    for (const line of lines)
      for (const { text } of MAY_LABEL.test(line) ? piecesOf(line) : [])
        if (!labels.see(text, lines.length === 1)) labels.see(afterNote(text, allShouted), lines.length === 1);
  const speech = new Speech(labels, allShouted);
  return captions.map(({ lines }) => speech.spokenIn(lines));
}

/** Whether the captions are all capitals, so that capitals do not mark sounds. */
function isShouted(captions: readonly { lines: readonly string[] }[]): boolean {
  const sample = captions
    .slice(0, MOST_SAMPLE)
    .map(({ lines }) => lines.join(' ').slice(0, 200))
    .join(' ');
  const [small, large] = [sample.match(/\p{Ll}/gu)?.length ?? 0, sample.match(/\p{Lu}/gu)?.length ?? 0];
  return small < large;
}

function piecesOf(line: string): Piece[] {
  const pieces: Piece[] = [];
  const add = (text: string, isTurn: boolean) => {
    const voices = text.includes(VOICE.from) ? text.split(VOICES) : [text];
    voices.forEach((voice, nr) => {
      const parts = /[:)]/.test(voice) ? voice.split(LATER_LABEL) : [voice];
      parts.forEach((part, k) => pieces.push({ text: part.trim(), isTurn: isTurn && nr + k === 0 }));
    });
  };
  line.split(ARROWS).forEach((part, at) => {
    const dash = DASH.exec(part);
    const turns = dash ? part.slice(dash[0].length).split(NEXT_DASH) : [part];
    turns.forEach((turn, nr) => add(turn, at > 0 || nr > 0 || dash !== null));
  });
  return pieces;
}

class Speech {
  private speaker: string | undefined;
  private turnAwaits = false;
  private hasBegun = false;

  constructor(
    private readonly labels: RecurringLabels,
    private readonly isShouted: boolean,
  ) {}

  spokenIn(lines: readonly string[]): string {
    const said: string[] = [];
    const joined = bracketsJoined(lines);
    for (const line of joined) {
      if (!MAY_TURN.test(line)) this.say(line, said, joined.length === 1);
      else {
        const pieces = piecesOf(line);
        for (const piece of pieces) this.hear(piece, said, joined.length === 1 && pieces.length === 1);
      }
    }
    return said.join(' ');
  }

  private hear({ text, isTurn }: Piece, said: string[], isCaption: boolean): void {
    if (isTurn) this.begin(undefined);
    let rest = text;
    for (let marks = 0; marks < 4; marks += 1) {
      const isMarked = isTurn && marks === 0;
      const after = this.afterLabel(rest, isMarked) ?? this.afterLabel(afterNote(rest, this.isShouted), isMarked);
      if (after === undefined) break;
      rest = after;
    }
    this.say(rest, said, isCaption);
  }

  /** Begins the turn of the speaker whose label is at the beginning of `text`, and returns the text after it; undefined without a label. */
  private afterLabel(text: string, isMarked: boolean): string | undefined {
    const voice = VOICE_NAME.exec(text);
    if (voice) {
      this.name(voice[1].toLowerCase());
      return text.slice(voice[0].length);
    }
    const label = labelOf(text);
    if (!label || !(this.labels.has(label) || (isMarked && label.isShouted))) return undefined;
    this.name(label.name);
    return label.rest;
  }

  private say(text: string, said: string[], isCaption: boolean): void {
    const words = withoutSounds(text, this.isShouted, isCaption);
    if (words === '') return;
    said.push(this.turnAwaits && this.hasBegun ? TURN + words : words);
    this.turnAwaits = false;
    this.hasBegun = true;
  }

  /** A label of the current speaker begins no turn: some programs write the label above each caption. */
  private name(speaker: string): void {
    if (speaker !== this.speaker) this.begin(speaker);
  }

  private begin(speaker: string | undefined): void {
    this.turnAwaits = true;
    this.speaker = speaker;
  }
}

/** The text after a sound note at the beginning, where a label may follow: "[Music] MAN: Hello". Empty without such a note. */
function afterNote(text: string, isShouted: boolean): string {
  const note = LEADING_NOTE.exec(text)?.[0] ?? '';
  return note !== '' && withoutSounds(note.trim(), isShouted) === '' ? text.slice(note.length) : '';
}

const OPEN_BRACKET = /[[(（【][^\])）】]{0,100}$/u;

/** A note may span two lines. */
function bracketsJoined(lines: readonly string[]): readonly string[] {
  if (lines.length < 2 || !lines.some((line) => OPEN_BRACKET.test(line))) return lines;
  const joined: string[] = [];
  for (const line of lines) {
    if (joined.length > 0 && OPEN_BRACKET.test(joined.at(-1)!)) joined.push(`${joined.pop()} ${line}`);
    else joined.push(line);
  }
  return joined;
}
