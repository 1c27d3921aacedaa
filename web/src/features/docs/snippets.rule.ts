/** Languages in which the documentation shows a call, in their order. */
export const LANGUAGES = ['curl', 'typescript', 'python'] as const;
export type Language = (typeof LANGUAGES)[number];

/** A call of the public API. */
export interface Call {
  method: 'GET' | 'POST';
  path: string;
  body?: Record<string, string>;
  /** What the example prints of the answer, as `data.summary`. */
  prints: string;
}

/** Where the call goes and with which key; without one the example reads it from the environment. */
export interface Target {
  baseUrl: string;
  apiKey: string | null;
}

/** The call as somebody may paste and run it (WEB-22). */
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

function python({ method, path, body, prints }: Call, { baseUrl, apiKey }: Target): string {
  const key = apiKey === null ? 'os.environ["PRECIS_API_KEY"]' : `"${apiKey}"`;
  const field = prints
    .split('.')
    .map((name) => `["${name}"]`)
    .join('');
  return [
    ...(apiKey === null ? ['import os', ''] : []),
    'import requests',
    '',
    `response = requests.${method.toLowerCase()}(`,
    `    "${baseUrl}${path}",`,
    `    headers={"x-api-key": ${key}},`,
    ...(body ? [`    json=${JSON.stringify(body)},`] : []),
    '    timeout=70,',
    ')',
    'answer = response.json()',
    'if not response.ok:',
    "    raise RuntimeError(f\"{answer['code']}: {answer['error']}\")",
    `print(answer${field})`,
  ].join('\n');
}
