/** Languages in which the documentation shows a call, in their order. */
export const LANGUAGES = ['curl', 'typescript', 'python'] as const;
export type Language = (typeof LANGUAGES)[number];

/** A call of the public API. */
export interface Call {
  method: 'GET' | 'POST';
  path: string;
  body?: Record<string, string>;
  /** The part of the answer that the example prints, such as `data.summary`. */
  prints: string;
}

/** The address and the key of a call. Without a key, the example reads it from the environment. */
export interface Target {
  baseUrl: string;
  apiKey: string | null;
}

/** The call as code that can be pasted and run (WEB-22). */
export function snippet(language: Language, call: Call, target: Target): string {
  return { curl, typescript, python }[language](call, target);
}

function curl({ method, path, body }: Call, { baseUrl, apiKey }: Target): string {
  const lines = [
    `curl ${method === 'GET' ? '' : '-X POST '}${baseUrl}${path}`,
    `  -H "x-api-key: ${apiKey ?? '$PRECIS_API_KEY'}"`,
    ...(body
      ? ['  -H "content-type: application/json"', `  -d '${JSON.stringify(body).replaceAll("'", "'\\''")}'`]
      : []),
  ];
  return lines.join(' \\\n');
}

function typescript({ method, path, body, prints }: Call, { baseUrl, apiKey }: Target): string {
  const key = apiKey === null ? 'process.env.PRECIS_API_KEY!' : `'${apiKey}'`;
  return [
    `const response = await fetch('${baseUrl}${path}', {`,
    `  method: '${method}',`,
    `  headers: { 'x-api-key': ${key}${body ? ", 'content-type': 'application/json'" : ''} },`,
    ...(body ? [`  body: JSON.stringify(${JSON.stringify(body)}),`] : []),
    '});',
    'const answer = await response.json();',
    'if (!response.ok) throw new Error(`${answer.code}: ${answer.error}`);',
    `console.log(answer.${prints});`,
  ].join('\n');
}

/** Uses only the standard library. */
function python({ method, path, body, prints }: Call, { baseUrl, apiKey }: Target): string {
  const key = apiKey === null ? 'os.environ["PRECIS_API_KEY"]' : `"${apiKey}"`;
  const field = prints
    .split('.')
    .map((name) => `["${name}"]`)
    .join('');
  return [
    'import json',
    ...(apiKey === null ? ['import os'] : []),
    'import urllib.error',
    'import urllib.request',
    '',
    'request = urllib.request.Request(',
    `    "${baseUrl}${path}",`,
    `    method="${method}",`,
    `    headers={"x-api-key": ${key}${body ? ', "content-type": "application/json"' : ''}},`,
    ...(body ? [`    data=json.dumps(${JSON.stringify(body)}).encode(),`] : []),
    ')',
    'try:',
    '    with urllib.request.urlopen(request, timeout=70) as response:',
    '        answer = json.load(response)',
    'except urllib.error.HTTPError as error:',
    '    answer = json.load(error)',
    "    raise SystemExit(f\"{answer['code']}: {answer['error']}\")",
    `print(answer${field})`,
  ].join('\n');
}

/** A summary with the package @precis/client. */
export function clientSnippet({ body }: Call, { baseUrl, apiKey }: Target): string {
  const key = apiKey === null ? 'process.env.PRECIS_API_KEY!' : `'${apiKey}'`;
  return [
    "import { Precis, PrecisError } from '@precis/client';",
    '',
    `const precis = new Precis({ baseUrl: '${baseUrl}', apiKey: ${key} });`,
    'try {',
    `  const { summary } = await precis.summarize(${JSON.stringify(body)});`,
    '  console.log(summary);',
    '} catch (error) {',
    '  if (!(error instanceof PrecisError)) throw error;',
    '  console.error(error.code, error.docsUrl, error.requestId);',
    '}',
  ].join('\n');
}
