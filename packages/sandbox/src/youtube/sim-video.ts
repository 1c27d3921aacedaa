import type { SimTextName } from './sim-texts.js';

/** A caption track on offer. `label` is the author's own name for it (`.de.Commentary`). */
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

/** YouTube's key for a track. */
export function vssId(track: SimTrack): string {
  return `${track.isGenerated ? 'a' : ''}.${track.code}${track.label === undefined ? '' : `.${track.label}`}`;
}
