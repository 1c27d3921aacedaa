import type { SimPlayerAnswer } from './sim-player.js';

/** The page that YouTube shows to addresses that it distrusts. */
export const RECAPTCHA_PAGE = `<!DOCTYPE html><html><head><title>YouTube</title><script src="https://www.google.com/recaptcha/api.js" async defer></script></head>
<body><div id="captcha-page"><form action="/das_captcha" method="POST"><div class="g-recaptcha" data-sitekey="simulated"></div></form>
<p>We&#39;re sorry... but your computer or network may be sending automated queries.</p></div></body></html>`;

/** Any other page in place of data. */
export const PLAIN_PAGE =
  '<!DOCTYPE html><html><head><title>YouTube</title></head><body>Something went wrong.</body></html>';

/** The European consent wall of /watch. */
export const CONSENT_PAGE = `<!DOCTYPE html><html><head><title>Before you continue to YouTube</title></head><body>
<form action="https://consent.youtube.com/s" method="POST"><input type="hidden" name="v" value="cb.20210328-17-p0.en+FX+119"></form></body></html>`;

/** The watch page, with the player answer in a script. */
export function watchPage(answer: SimPlayerAnswer): string {
  const json = JSON.stringify(answer).replace(/</g, '\\u003c');
  return `<!DOCTYPE html><html><head><title>YouTube</title></head><body><script>ytcfg.set({"INNERTUBE_API_KEY":"simulated-key"});</script>
<script>var ytInitialPlayerResponse = ${json};</script></body></html>`;
}
