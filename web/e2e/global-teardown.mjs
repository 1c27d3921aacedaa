import { appendFileSync } from 'node:fs';

/** Stops what global-setup.mjs started. Fails the run when the deployment leaked a secret or stores one in clear text. */
export default async function globalTeardown() {
  const { deployment, browser } = globalThis.precisWebStage;
  await browser.close();
  await deployment.discard().catch((error) => {
    // The failure has its own result, because otherwise jest's exit code would be attributed to a test that failed and then passed a repeat.
    const result = { file: 'web/e2e/global-teardown.mjs', seconds: 0, tests: [], broken: true };
    if (process.env.PRECIS_RESULTS) appendFileSync(process.env.PRECIS_RESULTS, `${JSON.stringify(result)}\n`);
    throw error;
  });
}
