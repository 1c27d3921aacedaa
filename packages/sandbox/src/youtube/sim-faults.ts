/** Where a fault can be set. */
export type SimEndpoint = 'player' | 'timedtext' | 'oembed' | 'watch' | 'reel' | 'next';

/** A fault that a fixed video id always shows, so that demos and tests need no control call. */
export interface FixedFault {
  videoId: string;
  endpoint: SimEndpoint;
  /** Its name, and its argument after a colon: `slow:5000`. */
  fault: string;
}

/** Every fault has its own id. A new row needs its expectation in packages/e2e/src/youtube. */
export const FIXED_FAULTS: FixedFault[] = [
  { videoId: 'simBOT00000', endpoint: 'player', fault: 'bot' },
  { videoId: 'simCAPTCHA0', endpoint: 'player', fault: 'captcha_screen' },
  { videoId: 'simLATER000', endpoint: 'player', fault: 'try_later' },
  { videoId: 'simLOGIN000', endpoint: 'player', fault: 'login_wall' },
  { videoId: 'simPRIVATE0', endpoint: 'player', fault: 'private' },
  { videoId: 'simREMOVED0', endpoint: 'player', fault: 'removed' },
  { videoId: 'simGEO00000', endpoint: 'player', fault: 'geo' },
  { videoId: 'simMEMBERS0', endpoint: 'player', fault: 'members' },
  { videoId: 'simPREMIUM0', endpoint: 'player', fault: 'premium' },
  { videoId: 'simAGE00000', endpoint: 'player', fault: 'age' },
  { videoId: 'simAGECHK00', endpoint: 'player', fault: 'age_check' },
  { videoId: 'simKIDS0000', endpoint: 'player', fault: 'kids_visionos' },
  { videoId: 'simANDRREF0', endpoint: 'player', fault: 'android_refused' },
  { videoId: 'simRETIRED0', endpoint: 'player', fault: 'retired' },
  { videoId: 'simRETANDR0', endpoint: 'player', fault: 'retired_android' },
  { videoId: 'simRETGONE0', endpoint: 'player', fault: 'retired_android_gone' },
  { videoId: 'simRETMUTE0', endpoint: 'player', fault: 'retired_android_mute' },
  { videoId: 'simRESTRICT', endpoint: 'player', fault: 'restricted_mode' },
  { videoId: 'simNOTPRIV0', endpoint: 'player', fault: 'not_private' },
  { videoId: 'simSTRIPPED', endpoint: 'player', fault: 'stripped' },
  { videoId: 'simFIELDS00', endpoint: 'player', fault: 'strange_fields' },
  { videoId: 'simENDED000', endpoint: 'player', fault: 'ended' },
  { videoId: 'simUPCOMING', endpoint: 'player', fault: 'upcoming' },
  { videoId: 'simLIVE0000', endpoint: 'player', fault: 'live' },
  { videoId: 'simDISABLED', endpoint: 'player', fault: 'disabled' },
  { videoId: 'simKIDSDIS0', endpoint: 'player', fault: 'kids_disabled' },
  { videoId: 'simPOT00000', endpoint: 'player', fault: 'pot' },
  { videoId: 'simPOTALL00', endpoint: 'player', fault: 'pot_all' },
  { videoId: 'simWRONG000', endpoint: 'player', fault: 'wrong_video' },
  { videoId: 'simSTRANGE0', endpoint: 'player', fault: 'strange_status' },
  { videoId: 'simDUPLANG0', endpoint: 'player', fault: 'dup_lang' },
  { videoId: 'simNOTITLE0', endpoint: 'player', fault: 'no_title' },
  { videoId: 'sim429PLAY0', endpoint: 'player', fault: '429' },
  { videoId: 'sim429TEXT0', endpoint: 'timedtext', fault: '429' },
  { videoId: 'simRECAPT0P', endpoint: 'player', fault: 'recaptcha' },
  { videoId: 'simRECAPT0T', endpoint: 'timedtext', fault: 'recaptcha' },
  { videoId: 'simCONSENT0', endpoint: 'watch', fault: 'consent' },
  { videoId: 'simCONSENTP', endpoint: 'player', fault: 'consent' },
  { videoId: 'simHTML000P', endpoint: 'player', fault: 'html_instead' },
  { videoId: 'simHTML000T', endpoint: 'timedtext', fault: 'html_instead' },
  { videoId: 'simEMPTY00P', endpoint: 'player', fault: 'empty200' },
  { videoId: 'simEMPTY00T', endpoint: 'timedtext', fault: 'empty200' },
  { videoId: 'simEMPTYJ3T', endpoint: 'timedtext', fault: 'empty_json3' },
  { videoId: 'simEXPIRED0', endpoint: 'timedtext', fault: 'expired' },
  { videoId: 'simTRUNC00P', endpoint: 'player', fault: 'truncated' },
  { videoId: 'simTRUNC00T', endpoint: 'timedtext', fault: 'truncated' },
  { videoId: 'simMALFORMP', endpoint: 'player', fault: 'malformed' },
  { videoId: 'simMALFORMT', endpoint: 'timedtext', fault: 'malformed' },
  { videoId: 'simSLOW000P', endpoint: 'player', fault: 'slow:5000' },
  { videoId: 'simSLOW000T', endpoint: 'timedtext', fault: 'slow:5000' },
  { videoId: 'simRESET00P', endpoint: 'player', fault: 'reset' },
  { videoId: 'simRESET00T', endpoint: 'timedtext', fault: 'reset' },
  { videoId: 'sim500PLAY0', endpoint: 'player', fault: '500' },
  { videoId: 'sim500TEXT0', endpoint: 'timedtext', fault: '500' },
  { videoId: 'simOVERSIZP', endpoint: 'player', fault: 'oversize' },
  { videoId: 'simOVERSIZT', endpoint: 'timedtext', fault: 'oversize' },
  { videoId: 'simREDIREC0', endpoint: 'player', fault: 'redirect:http://evil.example/' },
  { videoId: 'simHUGE0000', endpoint: 'timedtext', fault: 'huge' },
  { videoId: 'simRTL00000', endpoint: 'timedtext', fault: 'rtl' },
  { videoId: 'simCJK00000', endpoint: 'timedtext', fault: 'cjk' },
  { videoId: 'simINJECT00', endpoint: 'timedtext', fault: 'injection' },
  { videoId: 'simNODUR000', endpoint: 'timedtext', fault: 'no_dur' },
  { videoId: 'simENTITIES', endpoint: 'timedtext', fault: 'entities' },
  { videoId: 'simSRV3ONLY', endpoint: 'timedtext', fault: 'only:srv3' },
  { videoId: 'simSRV1ONLY', endpoint: 'timedtext', fault: 'only:srv1' },
  { videoId: 'simVTTONLY0', endpoint: 'timedtext', fault: 'only:vtt' },
];

/** The answer time of a distant player, in milliseconds. */
const DISTANCE_MS = 1_500;

/** Whether the id is of an ordinary video whose player answers late. A load test of slow calls needs a new id for each call. */
export function isDistant(videoId: string): boolean {
  return /^simFAR[0-9a-z]{5}$/.test(videoId);
}

function fixedFault(videoId: string, endpoint: SimEndpoint): string | undefined {
  if (isDistant(videoId)) return endpoint === 'player' ? `slow:${DISTANCE_MS}` : undefined;
  return FIXED_FAULTS.find((row) => row.videoId === videoId && row.endpoint === endpoint)?.fault;
}

interface SetFault {
  fault: string;
  remaining: number;
}

/** Used in place of a video id: its fault applies to every video without a fault of its own. */
export const EVERY_VIDEO = '*';

/**
 * The active faults: first those set by control calls, then those of fixed ids, then that of EVERY_VIDEO. After its `times` uses, a set fault still
 * hides the others: the endpoint answers normally for that id until `clear`.
 */
export class FaultBook {
  readonly #set = new Map<string, SetFault>();

  set(videoId: string, endpoint: SimEndpoint, fault: string, times = Infinity): void {
    this.#set.set(`${videoId} ${endpoint}`, { fault, remaining: times });
  }

  take(videoId: string, endpoint: SimEndpoint): string | undefined {
    const set = this.#set.get(`${videoId} ${endpoint}`);
    if (set === undefined) {
      const fixed = fixedFault(videoId, endpoint);
      return fixed === undefined && videoId !== EVERY_VIDEO ? this.take(EVERY_VIDEO, endpoint) : fixed;
    }
    if (set.remaining <= 0) return undefined;
    set.remaining -= 1;
    return set.fault;
  }

  clear(): void {
    this.#set.clear();
  }
}
