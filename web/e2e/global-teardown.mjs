/** Ends what global-setup.mjs began, and fails the run by a secret that the deployment told or keeps in clear. */
export default async function globalTeardown() {
  const { deployment, browser } = globalThis.precisWebStage;
  await browser.close();
  await deployment.discard();
}
