import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';

/** Goes to the part of a text that the address names: the browser looked for it before the text was there. */
export function useAnchor(): void {
  const { hash } = useLocation();
  useEffect(() => {
    if (hash) document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [hash]);
}
