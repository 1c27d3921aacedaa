/** Reads one value out of outside JSON of any shape (decisions 21: malformed answers are an error class, never a crash). */
export function reach(value: unknown, ...path: (string | number)[]): unknown {
  let at = value;
  for (const key of path) {
    if (at === null || typeof at !== 'object' || !Object.hasOwn(at, key)) return undefined;
    at = (at as Record<string | number, unknown>)[key];
  }
  return at;
}

/** A list out of outside JSON, at most `limit` entries; anything else is an empty list. */
export function reachList(value: unknown, limit: number, ...path: (string | number)[]): unknown[] {
  const list = reach(value, ...path);
  return Array.isArray(list) ? list.slice(0, limit) : [];
}

/** A text out of outside JSON, at most `limit` characters. */
export function reachText(value: unknown, limit: number, ...path: (string | number)[]): string | undefined {
  const text = reach(value, ...path);
  return typeof text === 'string' && text !== '' ? text.slice(0, limit) : undefined;
}

/** YouTube's formatted text, either `{simpleText}` or `{runs: [{text}]}`. */
export function reachRuns(value: unknown, ...path: (string | number)[]): string {
  const node = reach(value, ...path);
  const runs = reachList(node, 20, 'runs').map((run) => reachText(run, 500, 'text') ?? '');
  return reachText(node, 500, 'simpleText') ?? runs.join('');
}
