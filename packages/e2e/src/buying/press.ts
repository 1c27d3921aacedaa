import type { PatientClient } from '../clients/patient-client.js';
import { type Answer, parsed } from '../deployment/call.js';

const CHECKOUT_MS = 30_000;

/** Presses a button of a checkout's page until the provider has accepted it. False when the checkout has ended, or something was wrong. */
export async function press(client: PatientClient, url: string, step: string): Promise<boolean> {
  const what = `${step} at the checkout`;
  const found = await client.repeat(what, () => atProvider(`${url}/${step}`));
  if (!found) return false;
  const { answer, times } = found;
  if (answer.status < 400 || (answer.status === 409 && times > 1)) return true;
  if (answer.status !== 409 || !answer.text.includes('has expired')) client.wrong(what, answer);
  return false;
}

/** Undefined when there is no answer: the sandbox dies with its process. */
async function atProvider(url: string): Promise<Answer | undefined> {
  try {
    const signal = AbortSignal.timeout(CHECKOUT_MS);
    const response = await fetch(url, { method: 'POST', redirect: 'manual', signal });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, body: parsed(text) };
  } catch {
    return undefined;
  }
}
