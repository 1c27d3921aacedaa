import { appendFileSync } from 'node:fs';

/** Ends what global-setup.mjs began, and fails the run by a secret that the deployment told or keeps in clear. */
export default async function globalTeardown() {
  const { deployment, browser } = globalThis.precisWebStage;
  await browser.close();
  await deployment.discard().catch((error) => {
    // A result of its own: beside a test that failed and passes when it runs again, jest's exit code alone would be taken for that test's.
    const result = { file: 'web/e2e/global-teardown.mjs', seconds: 0, tests: [], broken: true };
    if (process.env.PRECIS_RESULTS) appendFileSync(process.env.PRECIS_RESULTS, `${JSON.stringify(result)}\n`);
    throw error;
  });
}
