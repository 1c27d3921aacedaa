import type { Plugin } from 'vite';

/** The faces of the first lines of every page: text and headings. */
const FIRST_FACES = /(inter|source-serif-4)-latin-wght-normal-[\w-]+\.woff2$/;

/**
 * Fonts that never move a page. They are asked for with the document, so that they are mostly there when the first text is painted; where they
 * are not, that visit keeps its fallback (`optional`): with `swap` every heading broke into other lines when they came.
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
