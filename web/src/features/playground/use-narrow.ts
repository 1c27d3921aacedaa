import { useSyncExternalStore } from 'react';

/** The width below which the page has one column, as in playground.module.css. */
const NARROW = '(max-width: 900px)';

/** Whether the stored summaries are in a drawer. */
export function useNarrow(): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = window.matchMedia(NARROW);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    () => window.matchMedia(NARROW).matches,
  );
}
