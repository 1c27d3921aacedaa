import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Asks a running deployment for the answers that the landing page and the documentation show, and writes src/landing/real-answers.json:
 *   API_URL=http://127.0.0.1:8080 API_KEY=prc_... node web/build/real-answers.main.mjs
 */
const { API_URL: api = 'http://127.0.0.1:8080', API_KEY: key } = process.env;
if (!key) throw new Error('API_KEY: a key of that deployment');

const WATCH = 'https://www.youtube.com/watch?v=';

async function post(path, videoId) {
  const response = await fetch(api + path, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ url: WATCH + videoId }),
  });
  return { status: response.status, body: await response.json() };
}

async function answered(path, videoId, wanted) {
  const { status, body } = await post(path, videoId);
  if (status !== wanted) throw new Error(`${path} answered ${status}: ${body.error}`);
  return body;
}

const answers = {
  summarise: await answered('/api/youtube/summarize', 'precisDemo1', 200),
  info: await answered('/api/youtube/info', 'precisDemo1', 200),
  noCaptions: await answered('/api/youtube/summarize', 'precis-mute', 404),
};
const file = join(import.meta.dirname, '../src/landing/real-answers.json');
writeFileSync(file, `${JSON.stringify(answers, null, 2)}\n`);
console.log(file);
