/** Texts that must name the site by its full address, which is known when it is served, not when it is built. */
export class OwnAddress {
  /** `publicUrl`: as clients reach the site, without a slash at its end. */
  constructor(private readonly publicUrl: string) {}

  /** Where a document names its picture by path, the whole address: who shows a link to us does not resolve paths. */
  inDocument(html: string): string {
    return html.replace('property="og:image" content="/', () => `property="og:image" content="${this.escaped}/`);
  }

  /** For a document that is shown at one path only. */
  canonical(html: string, path: string): string {
    const address = `${this.escaped}${path}`;
    return html.replace(
      '<title>',
      () =>
        `<link rel="canonical" href="${address}" />\n    <meta property="og:url" content="${address}" />\n    <title>`,
    );
  }

  /** sitemap.xml of these paths. */
  sitemap(paths: string[]): string {
    const entries = paths.map((path) => `  <url><loc>${this.escaped}${path}</loc></url>\n`).join('');
    return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries}</urlset>\n`;
  }

  /** robots.txt with the place of the sitemap. */
  robots(text: string): string {
    return `${text.trimEnd()}\n\nSitemap: ${this.publicUrl}/sitemap.xml\n`;
  }

  /** llms.txt, in which {base} stands for the address. */
  llms(text: string): string {
    return text.replaceAll('{base}', () => this.publicUrl);
  }

  /** In HTML and XML alike. */
  private get escaped(): string {
    return this.publicUrl.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
  }
}
