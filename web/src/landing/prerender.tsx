import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { Landing } from './landing';

/** Renders the landing page as a visitor sees it; build/prerender.main.mjs puts it into the built document. */
export function prerendered(): string {
  return renderToString(
    <StrictMode>
      <Landing />
    </StrictMode>,
  );
}
