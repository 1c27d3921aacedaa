import { request } from 'node:http';

export interface OpenCall {
  /** Sends the body, which starts the work, and returns the answer. */
  finish(): Promise<{ status: number; body: string }>;
}

/** A call that the server has begun and cannot finish: it has received the head and answered 100 Continue, and the body is withheld. */
export async function openCall(url: string, headers: Record<string, string>, body: string): Promise<OpenCall> {
  const length = String(Buffer.byteLength(body));
  const sent = request(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': length, expect: '100-continue', ...headers },
  });
  const answered = new Promise<{ status: number; body: string }>((resolve, reject) => {
    sent.on('error', reject);
    sent.on('response', (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => (text += chunk));
      response.on('end', () => resolve({ status: response.statusCode!, body: text }));
      response.on('error', reject);
    });
  });
  // finish() reports the error; before that nobody awaits it.
  answered.catch(() => undefined);
  const continued = new Promise<void>((resolve) => sent.once('continue', resolve));
  sent.flushHeaders();
  await Promise.race([
    continued,
    answered.then(({ status }) => Promise.reject(new Error(`answered ${status} before the body was sent`))),
  ]);
  return {
    finish: () => {
      sent.end(body);
      return answered;
    },
  };
}
