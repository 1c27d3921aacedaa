import type { Plugin } from 'vite';

/** The font files of the first lines of every page: text and headings. */
const FIRST_FACES = /(inter|source-serif-4)-latin-wght-normal-[\w-]+\.woff2$/;

/**
 * Fonts that never move a page. They are requested with the document, so that they have usually arrived when the first text is painted. Otherwise
 * that visit keeps its fallback font (`optional`): with `swap` every heading changed its line breaks when the fonts arrived.
 */
export function steadyFonts(): Plugin {
  return {
    name: 'steady-fonts',
    enforce: 'pre',
    transform: (code, id) =>
      /@fontsource-variable.*\.css$/.test(id) ? code.replaceAll('font-display: swap', 'font-display: optional') : null,
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((name) => FIRST_FACES.test(name))
          .map((name) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${name}`, crossorigin: '' },
            injectTo: 'head',
          })),
    },
  };
}
