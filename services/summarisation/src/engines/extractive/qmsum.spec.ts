import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { candidates } from './candidates.js';
import { unitsOf } from './units.js';
import { Coverage, textRank } from './ranking.js';
import { indexTerms, lexiconOf } from './terms.js';
import { qualities } from './quality.js';
import { type Rouge, rouge } from '../../testing/rouge.js';
import { spokenWords } from './spoken-words.js';
import { tidied } from './rendering.js';
import { mendStutters } from './stutters.js';
import type { TranscriptSegment } from '../../transcripts/captions.js';

const CORPUS = fileURLToPath(new URL('../../../../../../shared/datasets/qmsum/val.jsonl', import.meta.url));
const BUDGET_WORDS = 110;
/**
 * Measured values minus 0.5 (2026-11-23, 35 meetings: 27.5/4.7 and 27.2/4.3; before sentences were mended 27.23/4.64 and 27.99/4.33). This is a
 * floor for the ranking alone. `make bench-quality` measures what customers get, with overview and points.
 */
const FLOORS = { punctuated: { r1: 26.7, r2: 4.35 }, spoken: { r1: 26.6, r2: 3.88 } };

/** The turns of a meeting, and the summaries that people wrote of it. */
interface Meeting {
  turns: string[];
  references: string[];
}

const WORD_MS = 400;

/** `lines` is the content of one of the corpus' .jsonl files. */
function meetings(lines: string): Meeting[] {
  return lines
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const row = JSON.parse(line) as {
        meeting_transcripts: { content: string }[];
        general_query_list: { answer: string }[];
      };
      return {
        turns: row.meeting_transcripts.map((turn) => joined(turn.content)),
        references: row.general_query_list.map((query) => query.answer),
      };
    });
}

/** The turns as caption lines. `spoken` imitates automatic captions: lower case, no punctuation. */
function asSegments(meeting: Meeting, form: 'punctuated' | 'spoken'): TranscriptSegment[] {
  let nowMs = 0;
  return meeting.turns.map((turn) => {
    const text = form === 'spoken' ? turn.toLowerCase().replace(/[.,?!;:"]/g, '') : turn;
    const startMs = nowMs;
    const durationMs = text.split(' ').length * WORD_MS;
    nowMs += durationMs;
    return { startMs, durationMs, text: `>> ${text}` };
  });
}

/** Restores the text: the corpus is tokenised ("I 'm fine , too .") and marks sounds as {vocalsound}. */
function joined(content: string): string {
  return content
    .replace(/\{[^}]*\}/g, ' ')
    .replace(/\s+([.,?!;:%])/g, '$1')
    .replace(/\s+n't/g, "n't")
    .replace(/\s+'\s*/g, "'")
    .replace(/\s+/g, ' ')
    .trim();
}

/** Three ways to fill the budget from the same units: the engine's choice, the first units, the longest units. */
function summaries(meeting: Meeting, form: 'punctuated' | 'spoken'): Record<'ours' | 'lead' | 'longest', string[]> {
  const lexicon = lexiconOf('en');
  const said = spokenWords(asSegments(meeting, form), 'en', lexicon.isFiller);
  mendStutters(said, 'en');
  const all = unitsOf(said, 'en');
  const units = candidates(all, 'en').map((id) => all[id]);
  const words = units.map((unit) => unit.words.length);
  const ids = units.map((_, id) => id);
  const index = indexTerms(units, lexicon);
  const coverage = new Coverage({
    index,
    words,
    rank: textRank(index, words),
    quality: qualities(units, index, lexicon).quality,
  });
  const filled = (order: number[]) => {
    let left = BUDGET_WORDS;
    const end = order.findIndex((id) => (left -= words[id]) < 0);
    return order
      .slice(0, end < 0 ? order.length : end)
      .sort((a, b) => a - b)
      .map((id) => tidied(units[id].text));
  };
  return {
    ours: filled(coverage.pick(ids, 40)),
    lead: filled(ids),
    longest: filled([...ids].sort((a, b) => words[b] - words[a])),
  };
}

function mean(scores: Rouge[], of: keyof Rouge): number {
  return scores.reduce((sum, score) => sum + score[of], 0) / scores.length;
}

if (existsSync(CORPUS)) {
  describe.each(['punctuated', 'spoken'] as const)('on the QMSum meetings, %s', (form) => {
    const scores = { ours: [] as Rouge[], lead: [] as Rouge[], longest: [] as Rouge[] };
    beforeAll(() => {
      for (const meeting of meetings(readFileSync(CORPUS, 'utf8'))) {
        const found = summaries(meeting, form);
        for (const reference of meeting.references) {
          for (const by of ['ours', 'lead', 'longest'] as const)
            scores[by].push(rouge(found[by], reference.split(/(?<=[.!?])\s+/)));
        }
      }
    });

    it('110 words chosen by the engine reach the stated ROUGE', () => {
      expect(mean(scores.ours, 'r1')).toBeGreaterThan(FLOORS[form].r1);
      expect(mean(scores.ours, 'r2')).toBeGreaterThan(FLOORS[form].r2);
    });

    it('they beat the first and the longest sentences', () => {
      expect(mean(scores.ours, 'r1')).toBeGreaterThan(Math.max(mean(scores.lead, 'r1'), mean(scores.longest, 'r1')));
      expect(mean(scores.ours, 'rLsum')).toBeGreaterThan(
        Math.max(mean(scores.lead, 'rLsum'), mean(scores.longest, 'rLsum')),
      );
    });
  });
} else {
  it('measures quality only where the QMSum corpus is present, and here it is not', () => {
    expect(existsSync(CORPUS)).toBe(false);
  });
}
