import { FIXED_FAULTS, isDistant } from './sim-faults.js';
import type { SimTextName } from './sim-texts.js';

/** An offered caption track. `label` is the author's own name for it (`.de.Commentary`). */
export interface SimTrack {
  code: string;
  name: string;
  isGenerated: boolean;
  label?: string;
  text: SimTextName | 'huge';
}

/** A video of the simulated world. */
export interface SimVideo {
  videoId: string;
  title: string;
  author: string;
  lengthSeconds: number;
  tracks: SimTrack[];
  /** Index into tracks. */
  defaultTrack?: number;
  chapters?: { title: string; startSeconds: number }[];
}

/** YouTube's key of a track. */
export function vssId(track: SimTrack): string {
  return `${track.isGenerated ? 'a' : ''}.${track.code}${track.label === undefined ? '' : `.${track.label}`}`;
}

const ENGLISH: SimTrack = { code: 'en', name: 'English', isGenerated: false, text: 'bees' };
const ENGLISH_ASR: SimTrack = { code: 'en', name: 'English (auto-generated)', isGenerated: true, text: 'bees' };
const GERMAN: SimTrack = { code: 'de', name: 'German', isGenerated: false, text: 'german' };

/** Ordinary videos, one for each arrangement of tracks that the choice of a track must handle. */
const ORDINARY: SimVideo[] = [
  {
    videoId: 'simBEES0001',
    title: 'Solitary bees: the gardener’s best friends',
    author: 'Precis Garden',
    lengthSeconds: 96,
    tracks: [GERMAN, ENGLISH, ENGLISH_ASR],
    defaultTrack: 1,
    chapters: [
      { title: 'Who are they?', startSeconds: 0 },
      { title: 'Building a nest', startSeconds: 30 },
      { title: 'Pollination', startSeconds: 60 },
    ],
  },
  {
    videoId: 'simBRIDGES1',
    title: 'Why bridges fall down',
    author: 'Precis Engineering',
    lengthSeconds: 62,
    tracks: [{ ...ENGLISH_ASR, text: 'bridges' }],
  },
  {
    videoId: 'simGERMAN01',
    title: 'Sauerteig für Anfänger',
    author: 'Precis Backstube',
    lengthSeconds: 24,
    tracks: [
      { ...GERMAN, label: 'CcQ45jRV4-E', name: 'German - Kommentar' },
      GERMAN,
      { ...GERMAN, isGenerated: true, name: 'German (auto-generated)' },
    ],
    defaultTrack: 1,
  },
  {
    videoId: 'simBRITISH1',
    title: 'Solitary bees, in British English',
    author: 'Precis Garden',
    lengthSeconds: 96,
    tracks: [{ ...ENGLISH, code: 'en-GB', name: 'English (United Kingdom)' }],
  },
];

function faulty(videoId: string, fault: string): SimVideo {
  const lengthSeconds = fault === 'huge' ? 18_000 : 96;
  return {
    videoId,
    title: `Simulated fault: ${fault}`,
    author: 'Precis Sandbox',
    lengthSeconds,
    tracks: [ENGLISH, ENGLISH_ASR],
    defaultTrack: 0,
  };
}

/** The videos with a fixed id each. Any other id except those of `isDistant` answers "This video is unavailable". */
export const SIM_CATALOGUE: ReadonlyMap<string, SimVideo> = new Map(
  [...ORDINARY, ...FIXED_FAULTS.map(({ videoId, fault }) => faulty(videoId, fault))].map((video) => [
    video.videoId,
    video,
  ]),
);

/** The video of an id; undefined when there is none. */
export function simVideo(videoId: string): SimVideo | undefined {
  if (!isDistant(videoId)) return SIM_CATALOGUE.get(videoId);
  return {
    videoId,
    title: `Why bridges fall down, told from far away (${videoId})`,
    author: 'Precis Engineering',
    lengthSeconds: 62,
    tracks: [{ ...ENGLISH_ASR, text: 'bridges' }],
  };
}
