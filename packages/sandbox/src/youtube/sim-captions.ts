/** One caption line of the simulator. */
export interface SimCue {
  startMs: number;
  durationMs: number;
  text: string;
}

const WORD_MS = 300;
const WORDS_PER_CUE = 9;
const PAUSE_MS = 400;

/** Cuts a text into caption lines at an even pace; scripts without spaces are cut by characters. */
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

/** Imitates speech recognition: no capitals, no punctuation, and overlapping lines. */
export function asSpeechRecognition(cues: SimCue[]): SimCue[] {
  return cues.map(({ startMs, durationMs, text }) => ({
    startMs,
    durationMs: durationMs + 1_500,
    text: text.toLowerCase().replace(/[.,;:!?]/g, ''),
  }));
}

function escapeXml(text: string): string {
  return text
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/'/g, '&#39;')
    .replace(/"/g, '&quot;');
}

/** Options of an answer: speech recognition rolls its lines, and some files have no durations. */
export interface CaptionStyle {
  isGenerated: boolean;
  hasDurations: boolean;
}

function json3({ isGenerated, hasDurations }: CaptionStyle, cues: SimCue[]): string {
  const window = { tStartMs: 0, dDurationMs: 96_000, id: 1, wpWinPosId: 1, wsWinStyleId: 1 };
  const events = cues.flatMap(({ startMs, durationMs, text }) => {
    const times = { tStartMs: startMs, ...(hasDurations ? { dDurationMs: durationMs } : {}) };
    if (!isGenerated) return [{ ...times, segs: [{ utf8: text.replace(/ (\S+)$/, '\n$1') }] }];
    const words = text
      .split(' ')
      .map((word, at) =>
        at > 0 ? { utf8: ` ${word}`, tOffsetMs: at * 300, acAsrConf: 0 } : { utf8: word, acAsrConf: 0 },
      );
    return [
      { ...times, wWinId: 1, segs: words },
      { tStartMs: startMs + 10, wWinId: 1, aAppend: 1, segs: [{ utf8: '\n' }] },
    ];
  });
  const head = {
    wireMagic: 'pb3',
    pens: [{}],
    wsWinStyles: [{}, { mhModeHint: 2 }],
    wpWinPositions: [{}, { apPoint: 6 }],
  };
  return JSON.stringify({ ...head, events: isGenerated ? [window, ...events] : events });
}

function srv3({ isGenerated, hasDurations }: CaptionStyle, cues: SimCue[]): string {
  const lines = cues.map(({ startMs, durationMs, text }) => {
    const spoken = (word: string, at: number): string =>
      at > 0 ? `<s t="${at * 300}" ac="0"> ${escapeXml(word)}</s>` : `<s ac="0">${escapeXml(word)}</s>`;
    const words = isGenerated ? text.split(' ').map(spoken).join('') : escapeXml(text);
    const roll = isGenerated ? `\n<p t="${startMs + 10}" d="1000" w="1" a="1">\n</p>` : '';
    return `<p t="${startMs}"${hasDurations ? ` d="${durationMs}"` : ''}>${words}</p>${roll}`;
  });
  const head = '<head><pen id="1" fc="#E5E5E5"/><ws id="0"/><wp id="0"/></head>';
  return `<?xml version="1.0" encoding="utf-8" ?><timedtext format="3">\n${head}\n<body>\n${lines.join('\n')}\n</body>\n</timedtext>`;
}

/** The old format escapes twice. */
function classic({ hasDurations }: CaptionStyle, cues: SimCue[]): string {
  const lines = cues.map(({ startMs, durationMs, text }) => {
    const dur = hasDurations ? ` dur="${durationMs / 1_000}"` : '';
    return `<text start="${startMs / 1_000}"${dur}>${escapeXml(escapeXml(text))}</text>`;
  });
  return `<?xml version="1.0" encoding="utf-8" ?><transcript>${lines.join('')}</transcript>`;
}

function clock(ms: number): string {
  const two = (value: number): string => String(Math.floor(value)).padStart(2, '0');
  return `${two(ms / 3_600_000)}:${two((ms / 60_000) % 60)}:${two((ms / 1_000) % 60)}.${String(ms % 1_000).padStart(3, '0')}`;
}

function vtt(_: CaptionStyle, cues: SimCue[]): string {
  const blocks = cues.map(
    ({ startMs, durationMs, text }) =>
      `${clock(startMs)} --> ${clock(startMs + durationMs)} align:start\n${escapeXml(text)}`,
  );
  return `WEBVTT\nKind: captions\nLanguage: en\n\n${blocks.join('\n\n')}\n`;
}

/** Captions in the requested format; the default is the classic format, as at YouTube. */
export function renderCaptions(format: string, style: CaptionStyle, cues: SimCue[]): { type: string; body: string } {
  if (format === 'json3') return { type: 'application/json; charset=UTF-8', body: json3(style, cues) };
  if (format === 'vtt') return { type: 'text/vtt; charset=UTF-8', body: vtt(style, cues) };
  return { type: 'text/xml; charset=UTF-8', body: format === 'srv3' ? srv3(style, cues) : classic(style, cues) };
}
