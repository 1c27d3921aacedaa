import { spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { VERIFY_WEBHOOK } from './verify-webhook';

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const BODY = '{"type":"webhook.test","text":"é"}';
const seconds = () => Math.floor(Date.now() / 1_000);

function headersOf(timestamp: number, secret = SECRET): Record<string, string> {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const mac = createHmac('sha256', key).update(`msg_1.${timestamp}.${BODY}`).digest('base64');
  return { 'webhook-id': 'msg_1', 'webhook-timestamp': String(timestamp), 'webhook-signature': `v1,AAAA v1,${mac}` };
}

const CASES: [name: string, headers: Record<string, string>, body: string, secret: string, isOurs: boolean][] = [
  ['ours, beside the signature of another secret', headersOf(seconds()), BODY, SECRET, true],
  ['with another body', headersOf(seconds()), `${BODY} `, SECRET, false],
  ['under another secret', headersOf(seconds()), BODY, `whsec_${Buffer.alloc(32, 8).toString('base64')}`, false],
  ['of ten minutes ago', headersOf(seconds() - 600), BODY, SECRET, false],
];

/** Runs the example as a program, and returns its output. */
function run(code: string): string {
  const { stdout, stderr, error } = spawnSync(process.execPath, ['--input-type=module-typescript', '-'], {
    input: code,
    encoding: 'utf8',
  });
  if (error) throw error;
  return stdout.trim() || stderr;
}

describe('the example that verifies a webhook (HOOK-3)', () => {
  it.each(CASES)('in TypeScript knows one %s', (_name, headers, body, secret, isOurs) => {
    const typed = `${VERIFY_WEBHOOK.typescript}\nconsole.log(isFromPrecis(${JSON.stringify(headers)}, ${JSON.stringify(body)}, '${secret}'));`;
    expect(run(typed)).toBe(String(isOurs));
  });
});
