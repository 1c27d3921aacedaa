import { isSameLanguage } from '../results/language.rule.js';
import type { OfferedTrack } from './player-answer.js';

function primary(code: string): string {
  return code.toLowerCase().split('-')[0];
}

/** Of several tracks in one language the default comes first, then the unnamed one (`.en` before `.en.Commentary`). */
function pickOne(tracks: OfferedTrack[], defaultVssId: string | undefined): OfferedTrack | undefined {
  const plain = tracks.find(({ vssId, code }) => vssId === `.${code}` || vssId === `a.${code}`);
  return tracks.find(({ vssId }) => vssId === defaultVssId) ?? plain ?? tracks[0];
}

function pickLanguage(
  tracks: OfferedTrack[],
  wanted: string,
  defaultVssId: string | undefined,
): OfferedTrack | undefined {
  for (const isGenerated of [false, true]) {
    const ofKind = tracks.filter((track) => track.isGenerated === isGenerated);
    const exact = ofKind.filter(({ code }) => code.toLowerCase() === wanted.toLowerCase());
    const near = ofKind.filter(({ code }) => isSameLanguage(code, wanted));
    const chosen = pickOne(exact.length > 0 ? exact : near, defaultVssId);
    if (chosen !== undefined) return chosen;
  }
  return undefined;
}

/** Generated captions show the spoken language. A dubbed video has some for each voice; those of the default voice are the speaker's. */
function findSpoken(tracks: OfferedTrack[], defaultVssId: string | undefined): OfferedTrack | undefined {
  const generated = tracks.filter(({ isGenerated }) => isGenerated);
  const byDefault = tracks.find(({ vssId }) => vssId === defaultVssId);
  return (
    generated.find(({ code }) => byDefault !== undefined && primary(code) === primary(byDefault.code)) ?? generated[0]
  );
}

/** The language of the original voice, when there are captions in it. Captions of a dub are a translation and never take precedence. */
function spokenCode({ tracks, defaultVssId, originalLanguage }: Parameters<typeof chooseTrack>[0]): string | undefined {
  const isOriginal = ({ code }: OfferedTrack) =>
    originalLanguage !== undefined && primary(code) === primary(originalLanguage);
  return tracks.some(isOriginal) ? originalLanguage : findSpoken(tracks, defaultVssId)?.code;
}

/**
 * Chooses the captions to read (VID-11). Required languages are tried in order, in each the author's captions before generated ones, and the exact
 * code before a regional variant. Undefined when none of them is available, which becomes `language_unavailable`. Without a requirement, the
 * language of the original voice is chosen in the same way. When that is unknown, a preferred language is chosen, then the default track, then the
 * first. A translation is never chosen.
 */
export function chooseTrack(
  offer: { tracks: OfferedTrack[]; defaultVssId?: string; originalLanguage?: string },
  demanded: string[],
  preferred: string[],
): OfferedTrack | undefined {
  const { tracks, defaultVssId } = offer;
  const spoken = spokenCode(offer);
  const wished = spoken === undefined ? preferred : [spoken];
  for (const language of demanded.length > 0 ? demanded : wished) {
    const chosen = pickLanguage(tracks, language, defaultVssId);
    if (chosen !== undefined) return chosen;
  }
  return demanded.length > 0 ? undefined : pickOne(tracks, defaultVssId);
}
