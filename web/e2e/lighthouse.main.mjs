import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import { loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { chromiumPath } from './chromium-path.ts';
import { Deployment } from './deployment.ts';

/**
 * Runs Lighthouse on the landing page of the production build, as a phone; the median of five runs counts. `node web/e2e/lighthouse.main.mjs
 * [address]`: without an address, on its own deployment. Exits with 1, and prints the audits that cost points, if a median is below its minimum.
 */
const RUNS = 5;
const BARS = { performance: 95, accessibility: 100, 'best-practices': 95, seo: 95 };
/** Above this load the scores reflect the machine, not the page. */
const CALM_LOAD = 1.5;
const CALM_LIMIT_MS = 60_000;
const FLAGS = ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'];
const names = Object.keys(BARS);

const deployment = process.argv[2] ? undefined : await Deployment.start();
try {
  const results = [];
  for (let run = 1; run <= RUNS; run++) {
    const load = await calm();
    const result = await measure(`${process.argv[2] ?? deployment.url}/`);
    results.push(result);
    console.log(
      `run ${run} (load ${load.toFixed(1)}): ${names.map((name) => `${name} ${points(result, name)}`).join(', ')}`,
    );
  }
  const medians = names.map((name) => [name, median(results.map((result) => points(result, name)))]);
  console.log(`median: ${medians.map(([name, value]) => `${name} ${value}`).join(', ')}`);
  const missed = medians.filter(([name, value]) => value < BARS[name]);
  for (const [name, value] of missed) {
    console.error(`${name}: ${value}, the bar is ${BARS[name]}. Lost by, in the run of the median:`);
    for (const line of lossesOf(
      results.find((result) => points(result, name) === value),
      name,
    ))
      console.error(`  ${line}`);
  }
  process.exitCode = missed.length > 0 ? 1 : 0;
} finally {
  await deployment?.stop();
}

/** Waits for a quiet machine, but not for ever; returns the load at which it begins. */
async function calm() {
  const end = Date.now() + CALM_LIMIT_MS;
  while (loadavg()[0] >= CALM_LOAD && Date.now() < end) await pause(1_000);
  return loadavg()[0];
}

/** One run in a separate browser; Lighthouse's default settings are those of a phone. */
async function measure(url) {
  const browser = await launch({ chromePath: chromiumPath(), chromeFlags: FLAGS, logLevel: 'silent' });
  try {
    const { lhr } = await lighthouse(url, { port: browser.port, onlyCategories: names, logLevel: 'error' });
    if (lhr.runtimeError) throw new Error(`Lighthouse could not measure ${url}: ${lhr.runtimeError.message}`);
    return lhr;
  } finally {
    browser.kill();
  }
}

function points(lhr, name) {
  const { score } = lhr.categories[name];
  // A category has no score when one of its audits failed to run. It then counts as 0.
  return score === null ? 0 : Math.round(score * 100);
}

function median(values) {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
}

/** The audits of a category that lost points, with their first findings. */
function lossesOf(lhr, name) {
  return lhr.categories[name].auditRefs
    .filter(({ id, weight }) => weight > 0 && lhr.audits[id].score !== 1)
    .map(({ id }) => {
      const { title, displayValue = '', score, errorMessage, details } = lhr.audits[id];
      const found = (details?.items ?? []).slice(0, 3).map((item) => JSON.stringify(item).slice(0, 200));
      return [`${id} (${errorMessage ?? score}): ${title} ${displayValue}`, ...found].join('\n    ');
    });
}
