import { fileURLToPath } from 'node:url';

/** Where `make build` puts the web app; the same distance from the sources and from what they are compiled to. */
export const SITE_FOLDER = fileURLToPath(new URL('../../../web/dist/site', import.meta.url));
