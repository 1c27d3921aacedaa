import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import { landing } from '../texts/landing';
import { embedAddress } from './embed-address.rule';
import { type PlayerNews, playerNews } from './player-news.rule';
import styles from './landing.module.css';

/** Milliseconds for which a player near the view may send no message; then it is replaced. */
export const LOAD_MS = 10_000;
/** Milliseconds between two calls to the player, until it answers. */
const CALL_MS = 250;
/** How far outside of the view a frame begins to load. */
const NEAR = '200px';
/** The call after which YouTube's player sends messages. It contains no secret, so any page in the frame may receive it. */
const LISTENING = JSON.stringify({ event: 'listening', id: 1, channel: 'widget' });
/** As in landing.module.css: on narrower screens, the intro would separate the promise from its proof. */
const WIDE = '(min-width: 961px)';

/**
 * The intro video behind its poster until it is played, the banner when it cannot be shown, and nothing on small screens (WEB-14). The prerendered
 * page reserves its place, so that nothing moves when the deployment has answered whether there is one.
 */
export function IntroVideo({ address }: { address: string | null }) {
  return <div className={styles.intro}>{address !== null && <Intro address={address} />}</div>;
}

function Intro({ address }: { address: string }) {
  const isWide = useSyncExternalStore(
    subscribeWide,
    () => window.matchMedia(WIDE).matches,
    () => false,
  );
  const [isPlaying, setPlaying] = useState(false);
  if (!isWide) return null;
  const embed = embedAddress(address);
  if (embed === null) return <Banner />;
  if (isPlaying)
    return <Player src={`${embed}?autoplay=1&enablejsapi=1`} title={landing.introTitle} instead={<Banner />} />;
  return (
    <button type="button" className={styles.poster} onClick={() => setPlaying(true)}>
      <Banner hidden />
      <span className={styles.play}>{landing.playIntro}</span>
    </button>
  );
}

/** The promotional video; nothing when it cannot be shown (WEB-14). */
export function PromoVideo({ address }: { address: string | null }) {
  const embed = address === null ? null : embedAddress(address);
  if (embed === null) return null;
  return (
    <section className={styles.part}>
      <Player src={`${embed}?enablejsapi=1`} title={landing.promoTitle} instead={null} />
    </section>
  );
}

/**
 * A frame that loads when it comes into view. On any failure, `instead` replaces it. The load event proves nothing, because a browser also loads
 * its own error page; only a message of the player does.
 */
function Player({ src, title, instead }: { src: string; title: string; instead: ReactNode }) {
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading');
  const [frame, setFrame] = useState<HTMLIFrameElement | null>(null);
  const [isNear, setNear] = useState(false);
  const [hasLoaded, setLoaded] = useState(false);
  useEffect(() => {
    if (state !== 'loading' || frame === null) return;
    const fail = () => setState('failed');
    // React does not listen for errors of frames.
    frame.addEventListener('error', fail);
    let timer: number | undefined;
    // A frame far from view is not loaded, which is no failure. The browser's own lazy loading begins thousands of pixels away.
    const watch = new IntersectionObserver(
      ([entry]) => {
        if (!entry.isIntersecting) return;
        setNear(true);
        timer ??= window.setTimeout(fail, LOAD_MS);
      },
      { rootMargin: NEAR },
    );
    watch.observe(frame);
    const hear = ({ source, origin, data }: MessageEvent) => {
      const news: PlayerNews = source === frame.contentWindow ? playerNews(origin, data) : null;
      if (news !== null) setState(news === 'works' ? 'shown' : 'failed');
    };
    window.addEventListener('message', hear);
    return () => {
      window.removeEventListener('message', hear);
      frame.removeEventListener('error', fail);
      watch.disconnect();
      window.clearTimeout(timer);
    };
  }, [state, frame]);
  // The player sends messages only to pages that have called it, and receives calls only when it runs.
  useEffect(() => {
    if (!hasLoaded || state !== 'loading' || frame === null) return;
    const call = window.setInterval(() => frame.contentWindow?.postMessage(LISTENING, '*'), CALL_MS);
    return () => window.clearInterval(call);
  }, [hasLoaded, state, frame]);
  if (state === 'failed') return instead;
  return (
    <iframe
      ref={setFrame}
      className={styles.player}
      src={isNear ? src : undefined}
      title={title}
      allow="autoplay; fullscreen; picture-in-picture"
      referrerPolicy="strict-origin-when-cross-origin"
      onLoad={() => setLoaded(isNear)}
    />
  );
}

/** The evidence line as a picture. */
export function Banner({ hidden = false }: { hidden?: boolean }) {
  return (
    <svg
      className={styles.banner}
      viewBox="0 0 960 240"
      {...(hidden ? { 'aria-hidden': true } : { role: 'img', 'aria-label': landing.banner })}
    >
      <rect x="80" y="116" width="800" height="8" rx="4" fill="var(--hairline)" />
      {[80, 200, 264, 470, 540, 680, 830].map((x) => (
        <rect key={x} x={x} y="92" width="8" height="56" rx="4" fill="var(--tick)" />
      ))}
      <rect x="384" y="72" width="24" height="96" rx="12" fill="var(--marker)" stroke="var(--ink)" strokeWidth="4" />
    </svg>
  );
}

function subscribeWide(listener: () => void): () => void {
  const media = window.matchMedia(WIDE);
  media.addEventListener('change', listener);
  return () => media.removeEventListener('change', listener);
}
