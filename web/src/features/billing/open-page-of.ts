/**
 * Opens a page that `load` brings in a window of its own, from where the browser prints it. No token stands in an address, and the window is
 * opened before the call, while the press still allows it. Throws when the page cannot be had; answers false when the browser blocked the window.
 *
 * The window has the rules of our own documents (SITE_CSP): the page's style counts, and nothing in it can run.
 */
export async function openPageOf(load: () => Promise<string>): Promise<boolean> {
  const opened = window.open('', '_blank');
  if (!opened) return false;
  try {
    const page = new Blob([await load()], { type: 'text/html;charset=utf-8' });
    // Kept until this document is closed: a reload or a save of the receipt reads it again.
    opened.location.href = URL.createObjectURL(page);
    return true;
  } catch (error) {
    opened.close();
    throw error;
  }
}
