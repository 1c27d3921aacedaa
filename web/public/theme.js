// Before the first paint, so that a dark page never flashes white. A file of its own: no script of a page is inline.
(() => {
  let chosen = 'system';
  try {
    chosen = localStorage.getItem('theme') ?? 'system';
    // The prerendered landing page is a visitor's; it hides Login and Get Started from somebody who may be signed in.
    if (localStorage.getItem('token') !== null) document.documentElement.dataset.session = 'kept';
  } catch {
    // Storage may be forbidden; then the system decides.
  }
  const isDark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light';
})();
