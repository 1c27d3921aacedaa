import { spawnSync } from 'node:child_process';
import { chromiumPath } from './chromium-path.mjs';

/** Puts Debian's Chromium on this machine when it has none; says what to do where that cannot be done. */
if (!chromiumPath()) {
  console.log('Chromium is missing: installing it with apt, once.');
  const apt = (...args) => spawnSync('apt-get', ['-q', '-o', 'DPkg::Lock::Timeout=120', ...args], { stdio: 'inherit' });
  apt('update');
  apt('install', '-y', '--no-install-recommends', 'chromium');
}
if (!chromiumPath()) {
  console.error(
    'Tests of the web app need Chromium. On Debian: apt-get install chromium. Else set CHROMIUM to its path.',
  );
  process.exit(1);
}
