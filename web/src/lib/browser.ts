/** Navigates to another document. An object, so that a test can replace it. */
export const browser = {
  goTo: (url: string) => window.location.assign(url),
  reload: () => window.location.reload(),
};
