/** Leaves the app's page. An object, so that a test can stand in for the browser. */
export const browser = {
  goTo: (url: string) => window.location.assign(url),
  reload: () => window.location.reload(),
};
