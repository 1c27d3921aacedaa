import { spawnSync } from 'node:child_process';
import { chromiumPath } from './chromium-path.ts';

/** Installs Debian's headless Chromium when this machine has no browser; explains what to do when that is not possible. */
if (!chromiumPath()) {
  console.log('Chromium is missing: installing chromium-headless-shell with apt, once.');
  const apt = (...args) =>
    spawnSync('apt-get', ['-q', '-o', 'DPkg::Lock::Timeout=120', ...args], { stdio: 'inherit' }).status === 0;
  const install = (name) => apt('install', '-y', '--no-install-recommends', name);
  apt('update');
  // A distribution without this package has the full browser, which is slower.
  if (!install('chromium-headless-shell')) install('chromium');
}
if (!chromiumPath()) {
  console.error(
    'Tests of the web app need Chromium. On Debian: apt-get install chromium-headless-shell. Else set CHROMIUM to its path.',
  );
  process.exit(1);
}
