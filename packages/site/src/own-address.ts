/** Texts that must contain the full address of the site, which is known only when it is served, not when it is built. */
export class OwnAddress {
  /** `publicUrl`: the address of the site for clients, without a trailing slash. */
  constructor(private readonly publicUrl: string) {}

  /** Completes the path of a document's preview image to a full address, because programs that show link previews do not resolve paths. */
  inDocument(html: string): string {
    return html.replace('property="og:image" content="/', () => `property="og:image" content="${this.escaped}/`);
  }

  /** Adds the canonical address to a document that is shown at one path only. */
  canonical(html: string, path: string): string {
    const address = `${this.escaped}${path}`;
    return html.replace(
      '<title>',
      () =>
        `<link rel="canonical" href="${address}" />\n    <meta property="og:url" content="${address}" />\n    <title>`,
    );
  }

  /** sitemap.xml with these paths. */
  sitemap(paths: string[]): string {
    const entries = paths.map((path) => `  <url><loc>${this.escaped}${path}</loc></url>\n`).join('');
    return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries}</urlset>\n`;
  }

  /** robots.txt with the address of the sitemap. */
  robots(text: string): string {
    return `${text.trimEnd()}\n\nSitemap: ${this.publicUrl}/sitemap.xml\n`;
  }

  /** llms.txt, in which {base} is replaced by the address. */
  llms(text: string): string {
    return text.replaceAll('{base}', () => this.publicUrl);
  }

  /** Escaped for both HTML and XML. */
  private get escaped(): string {
    return this.publicUrl.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
  }
}
