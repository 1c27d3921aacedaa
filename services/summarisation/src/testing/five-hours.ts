import type { TranscriptSegment } from '../transcripts/captions.js';

const SUBJECTS: Record<string, [things: string[], deeds: string[]]> = {
  beekeeping: [
    ['hive', 'queen', 'honey', 'swarm', 'pollen', 'beekeeper'],
    ['gathers', 'guards', 'feeds'],
  ],
  sailing: [
    ['mast', 'harbour', 'rudder', 'anchor', 'captain', 'rope'],
    ['steers', 'hoists', 'drops'],
  ],
  chemistry: [
    ['acid', 'beaker', 'crystal', 'solvent', 'catalyst', 'chemist'],
    ['dissolves', 'heats', 'measures'],
  ],
  medieval: [
    ['castle', 'knight', 'monk', 'siege', 'bishop', 'peasant'],
    ['defends', 'copies', 'besieges'],
  ],
  baking: [
    ['oven', 'yeast', 'flour', 'crust', 'baker', 'butter'],
    ['kneads', 'folds', 'proves'],
  ],
};

/** Five hours of speech about five subjects, one hour each. Some words occur in one quarter of an hour only. */
export function fiveHours(): TranscriptSegment[] {
  let seed = 7;
  const pick = <T>(of: readonly T[]): T => of[(seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0) % of.length];
  const names = Array.from({ length: 20 }, (_, nr) => `region${String.fromCharCode(97 + nr)}`);
  return Array.from({ length: 3_600 }, (_, line) => {
    const [things, deeds] = Object.values(SUBJECTS)[Math.floor(line / 720)];
    const text = `In ${names[Math.floor(line / 180)]} the ${pick(things)} ${pick(deeds)} the ${pick(things)} near the old ${pick(things)} before winter comes again.`;
    return { startMs: line * 5_000, durationMs: 5_000, text };
  });
}
