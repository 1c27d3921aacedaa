import { execFile } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { useDeployment } from '../deployment/deployment.js';

const ROOT = join(import.meta.dirname, '../../../..');
const DOCS = join(ROOT, 'web/dist/compiled/src/features/docs');

interface Call {
  method: 'GET' | 'POST';
  path: string;
  body?: object;
  prints: string;
}
interface Target {
  baseUrl: string;
  apiKey: string | null;
}
/** The built files of the web app, which is not a package that others may import. */
interface Snippets {
  snippet(language: Language, call: Call, target: Target): string;
  clientSnippet(call: Call, target: Target): string;
}
type Language = 'curl' | 'typescript' | 'python';

const using = useDeployment();
let calls: Record<string, Call>;
let snippets: Snippets;
let folder: string;
beforeAll(async () => {
  calls = ((await import(pathToFileURL(join(DOCS, 'calls.js')).href)) as { CALLS: typeof calls }).CALLS;
  snippets = (await import(pathToFileURL(join(DOCS, 'snippets.rule.js')).href)) as Snippets;
  folder = await mkdtemp(join(tmpdir(), 'precis-docs-'));
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
});
afterAll(() => rm(folder, { recursive: true }));

/** The output of the example when it is pasted and run. */
async function printed(language: Language, code: string, apiKey: string): Promise<string> {
  const env = { ...process.env, PRECIS_API_KEY: apiKey, NODE_NO_WARNINGS: '1' };
  const file = join(folder, 'example.mts');
  if (language === 'typescript') await writeFile(file, code);
  const [program, args] = {
    curl: ['bash', ['-c', `${code} --silent --show-error`]],
    typescript: [process.execPath, [file]],
    python: ['python3', ['-c', code]],
  }[language] as [string, string[]];
  return (await promisify(execFile)(program, args, { env, timeout: 60_000 })).stdout.trim();
}

const fieldOf = (answer: unknown, path: string): unknown =>
  path.split('.').reduce((at, name) => (at as Record<string, unknown>)[name], answer);

describe('the examples of the documentation (WEB-47)', () => {
  const NAMES = ['summarise', 'focused', 'info', 'usage', 'apiInfo'];

  it('are all run by this test', () => {
    expect(Object.keys(calls)).toEqual(NAMES);
  });

  it.each(
    NAMES.flatMap((name) => (['curl', 'typescript', 'python'] as const).map((language) => [name, language] as const)),
  )('%s in %s is answered as the API answers', async (name, language) => {
    const { url, demo } = using();
    const call = calls[name];
    const out = await printed(language, snippets.snippet(language, call, { baseUrl: url, apiKey: null }), demo.api_key);
    const { body } = await using().call(call.method, call.path, { body: call.body, key: demo.api_key });
    const wanted = fieldOf(body, call.prints);
    if (language === 'curl') expect(JSON.parse(out)).toMatchObject({ success: true });
    else if (typeof wanted === 'string') expect(out).toBe(wanted.trim());
    else if (name !== 'usage') expect(out).toContain(JSON.stringify(wanted).match(/\w+/)![0]);
    else expect(Number(out)).toBeGreaterThan(0);
  });

  it.each(['typescript', 'python'] as const)('in %s end with the code of a refusal', async (language) => {
    const target = { baseUrl: using().url, apiKey: 'prc_wrong' };
    const run = printed(language, snippets.snippet(language, calls.summarise, target), '');
    await expect(run).rejects.toMatchObject({ stderr: expect.stringContaining('api_key_invalid: ') });
  });

  it('of the TypeScript client prints a summary, and the page of a refusal', async () => {
    const { url, demo } = using();
    const target = { baseUrl: url, apiKey: null };
    const { body } = await using().call('POST', calls.summarise.path, {
      body: calls.summarise.body,
      key: demo.api_key,
    });
    expect(await printed('typescript', snippets.clientSnippet(calls.summarise, target), demo.api_key)).toBe(
      body.data.summary.trim(),
    );
    const refused = snippets.clientSnippet(
      { ...calls.summarise, body: { url: 'https://youtu.be/precis-mute' } },
      target,
    );
    const run = printed('typescript', refused.replace('console.error', 'console.log'), demo.api_key);
    expect(await run).toMatch(/^transcript_disabled \S+#transcript_disabled \S+$/);
  });

  it('name every demo video in llms.txt with its outcome (API-35)', async () => {
    const llms = (await using().call('GET', '/llms.txt')).text;
    const { demo_videos: demos, base_url: base } = (await using().call('GET', '/api/info')).body as {
      base_url: string;
      demo_videos: { video_id: string; status: number; outcome: string }[];
    };
    for (const { video_id: id, status, outcome } of demos)
      expect(llms).toMatch(new RegExp(`^- ${id}: ${status}${outcome === 'ok' ? '' : ` ${outcome}`}`, 'm'));
    expect(llms).toContain(`Base address: ${base}.`);
  });
});
