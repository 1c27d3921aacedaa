import { fileURLToPath } from 'node:url';

/** The folder in which `make build` puts the web app; the same distance from the sources and from their build output. */
export const SITE_FOLDER = fileURLToPath(new URL('../../../web/dist/site', import.meta.url));
