import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import '../app/fonts';
import '../app/tokens.css';
import { Landing } from './landing';

const root = document.getElementById('root')!;
const page = (
  <StrictMode>
    <Landing />
  </StrictMode>
);
// `vite dev` serves the document without the prerendered page.
if (root.firstElementChild) hydrateRoot(root, page);
else createRoot(root).render(page);
