import { useSyncExternalStore } from 'react';

/** Where the page has one column: the same width as in playground.module.css. */
const NARROW = '(max-width: 900px)';

/** Whether the stored summaries stand in a drawer. */
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
