import { useSyncExternalStore } from 'react';

/** Whether the page can be seen: nobody waits for what a hidden page would show. */
export function usePageVisible(): boolean {
  return useSyncExternalStore(
    (listener) => {
      document.addEventListener('visibilitychange', listener);
      return () => document.removeEventListener('visibilitychange', listener);
    },
    () => document.visibilityState === 'visible',
  );
}
