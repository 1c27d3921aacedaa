/**
 * Opens the page that `load` returns in a new window, from where the browser can print it. No token is put into an address. The window is opened
 * before the call, while the click still allows it. Throws when the page cannot be loaded; returns false when the browser blocked the window.
 *
 * The window has the policy of our own documents (SITE_CSP): the page's style is applied, and nothing in it can run.
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
