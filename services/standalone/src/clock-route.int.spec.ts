import { openDatabase } from '@precis/runtime/database';
import { request } from 'node:http';
import { readConfig } from './config.js';
import { startStandalone, type Standalone } from './standalone.js';
import { freshFolder, removeFolder } from './testing/standalone-trial.js';

jest.setTimeout(120_000);

const DAY = 86_400;
const JSON_TYPE = { 'content-type': 'application/json' };

describe('/sandbox/clock', () => {
  let folder: string;
  let precis: Standalone | undefined;
  beforeAll(async () => {
    folder = await freshFolder();
    precis = await startStandalone(readConfig({ PORT: '0', PRECIS_DATA_DIR: folder, LOG_LEVEL: 'silent' }));
  });
  afterAll(async () => {
    await precis?.close();
    await removeFolder(folder);
  });

  /** Uses node:http, because fetch would write its own Host header. */
  const send = (method: string, path: string, headers: Record<string, string> = {}, body?: string) =>
    new Promise<{ status: number; text: string }>((resolve, reject) => {
      const { hostname, port } = new URL(precis!.demo.url);
      const sent = request({ hostname, port, method, path, headers }, (answer) => {
        let text = '';
        answer.on('data', (chunk) => (text += String(chunk)));
        answer.on('end', () => resolve({ status: answer.statusCode!, text }));
      });
      sent.on('error', reject).end(body);
    });
  const look = async () =>
    JSON.parse((await send('GET', '/sandbox/clock')).text) as { now: string; offset_seconds: number };
  const move = async (body: object) => {
    const answer = await send('POST', '/sandbox/clock', JSON_TYPE, JSON.stringify(body));
    return { ...answer, body: JSON.parse(answer.text) };
  };
  const aheadOfWall = (now: string) => Math.round((new Date(now).getTime() - Date.now()) / 1_000);
  const logIn = async () => {
    const { email, password } = precis!.demo;
    const { status, text } = await send('POST', '/api/auth/login', JSON_TYPE, JSON.stringify({ email, password }));
    expect(status).toBe(200);
    return JSON.parse(text).token as string;
  };
  const me = async (token: string) => (await send('GET', '/api/auth/me', { authorization: `Bearer ${token}` })).status;

  it('returns the time, and moves it forward and back', async () => {
    expect((await look()).offset_seconds).toBe(0);
    const { status, body } = await move({ advance_seconds: DAY });
    expect([status, body.offset_seconds, Math.abs(aheadOfWall(body.now) - DAY) < 5]).toEqual([200, DAY, true]);
    expect((await move({ advance_seconds: DAY })).body.offset_seconds).toBe(2 * DAY);
    expect((await move({ offset_seconds: 0 })).body.offset_seconds).toBe(0);
    expect(Math.abs(aheadOfWall((await look()).now))).toBeLessThan(5);
  });

  it('moves the clock of all services: an ended session is refused immediately, and deleted when its time has come', async () => {
    const database = await openDatabase({ url: precis!.databaseUrls.auth, migrations: [] });
    const sessions = async () => (await database.query('SELECT count(*)::int AS n FROM sessions'))[0].n as number;
    const token = await logIn();
    expect(await me(token)).toBe(200);
    await move({ advance_seconds: DAY - 60 });
    expect([await me(token), await sessions()]).toEqual([200, 1]);
    await move({ advance_seconds: 60 });
    expect(await me(token)).toBe(401);
    await move({ advance_seconds: DAY + 1 });
    expect(await sessions()).toBe(0);
    expect(await me(await logIn())).toBe(200);
    await move({ offset_seconds: 0 });
    await database.destroy();
  });

  it.each([
    ['another host', { ...JSON_TYPE, host: 'evil.example' }, '{"advance_seconds":60}', 421],
    ['a form of another site', { 'content-type': 'text/plain' }, '{"advance_seconds":60}', 415],
    ['a body of no type', {}, '{"advance_seconds":60}', 415],
    ['an empty body', JSON_TYPE, '', 400],
    ['no number', JSON_TYPE, '{"advance_seconds":"60"}', 400],
    ['a broken number', JSON_TYPE, '{"offset_seconds":0.5}', 400],
    ['both', JSON_TYPE, '{"advance_seconds":60,"offset_seconds":60}', 400],
    ['neither', JSON_TYPE, '{}', 400],
    ['more than five years', JSON_TYPE, '{"offset_seconds":160000000}', 400],
    ['no JSON', JSON_TYPE, '{', 400],
  ])('does not move for %s', async (_, headers: Record<string, string>, body, status) => {
    const answer = await send('POST', '/sandbox/clock', headers, body);
    expect([answer.status, (await look()).offset_seconds]).toEqual([status, 0]);
  });

  it('reveals nothing to a web site whose own name points to this server', async () => {
    const { status, text } = await send('GET', '/sandbox/clock', { host: 'evil.example' });
    expect([status, text.includes('offset')]).toEqual([421, false]);
  });
});
