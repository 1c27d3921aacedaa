/** Rule (decision 15): only the 11-character id, taken from a URL that videoIdFromUrl accepts, is ever used to ask for a video. */
import { videoIdFromUrl } from './video-url.rule.js';

export function isVideoId(text: string): boolean {
  return videoIdFromUrl(`https://youtu.be/${text}`) === text;
}
