import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  id: string;
  nodes: { html: string; failureSummary?: string }[];
}

/** The problems that axe finds on the page in its current state, one line per rule; with `tags`, only of rules with one of them. */
export async function axeFindings(page: Page, tags?: string[]): Promise<string[]> {
  // During a transition a text has neither of its two backgrounds, and axe would judge a colour that nobody reads.
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
        .map(({ finished }) => finished.catch(() => undefined)),
    ).then(() => undefined),
  );
  await page.evaluate(axe);
  return page.evaluate(async (only) => {
    const { axe } = window as unknown as { axe: { run(options: object): Promise<{ violations: Violation[] }> } };
    const { violations } = await axe.run({
      resultTypes: ['violations'],
      ...(only && { runOnly: { type: 'tag', values: only } }),
    });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`);
  }, tags);
}
