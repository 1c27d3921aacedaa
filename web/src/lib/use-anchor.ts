import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';

/** Scrolls to the part of a text that the address names, because the browser looked for it before the text had loaded. */
export function useAnchor(): void {
  const { hash } = useLocation();
  useEffect(() => {
    if (hash) document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [hash]);
}
