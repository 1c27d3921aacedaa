import type { OfferedTrack } from './player-answer.js';

function primary(code: string): string {
  return code.toLowerCase().split('-')[0];
}

/** Of several tracks in one language the default comes first, then the one without a name of its own (`.en` before `.en.Commentary`). */
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
    const near = ofKind.filter(({ code }) => primary(code) === primary(wanted));
    const chosen = pickOne(exact.length > 0 ? exact : near, defaultVssId);
    if (chosen !== undefined) return chosen;
  }
  return undefined;
}

/** Generated captions tell what is spoken. A dubbed video has some for each of its voices: those of the default one are the speaker's. */
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
 * Which captions are read (VID-11), else `language_unavailable`: the demanded languages in order, in each the author's
 * before generated ones and the exact code before a regional variant; undefined when no demanded language is there.
 * Without a demand what the original voice speaks likewise, and only where nothing tells which language that is a preferred one, the default, the
 * first. Never a translation.
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
