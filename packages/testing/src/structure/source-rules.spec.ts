import { repositoryFiles, textOf } from './repository-files.js';

const sources = repositoryFiles(
  /^(services|packages\/(?!testing\/|e2e\/|bench\/|sandbox\/))[^ ]*\/src\/.*\.ts$/,
).filter((path) => !/(\.spec|\.e2e|\.suite)\.ts$|\/(testing|fixture|contract|migrations)\//.test(path));

/** Pieces that are not constants of their file, by file. Each was checked: it is a name or SQL of our own, never a value from outside. */
const PASTED: Record<string, string[]> = {
  'packages/backends/src/database-setup.ts': ['database', 'password', 'role'],
  'packages/cluster/src/guarantees/probes.cluster.ts': ['allowed', 'name'],
  'packages/events/src/forgetting.ts': ['at', 'finished', 'table'],
  'packages/runtime/src/index-beside-writers.ts': ['kind', 'name', 'on'],
  'services/auth/src/activity/activity.repository.ts': ['older'],
  'services/auth/src/retention/ended.repository.ts': ['key', 'limit', 'table', 'where'],
  'services/auth/src/revocations/revocations.repository.ts': ['from', "graceEnded('$1', '$2')", 'table', 'to'],
  'services/notifications/src/preferences/preferences.repository.ts': ['changes', 'values'],
  'services/summarisation/src/results/expired-rows.repository.ts': ['expired', 'table'],
  'services/usage/src/quota/quota.repository.ts': [
    'columns',
    "columns.replace(/(\\w+)(,|$)/g, 'n.$1$2')",
    'key',
    "lapsed('$1')",
    "lapsed('$4')",
    "lines.length > 0 ? LINES : ''",
    'now',
    "oldest('IS NOT NULL', '$2')",
    "oldest('IS NULL', '$1')",
    'row',
    'since',
  ],
};

/** Pieces inserted into template literals that hold SQL, except constants in capitals. */
function pastedIntoSql(text: string): string[] {
  const statements = [...text.matchAll(/`[^`]*`/g)].map(([literal]) => literal);
  return statements
    .filter((literal) => /\b(SELECT|INSERT INTO|UPDATE|DELETE FROM|ALTER|CREATE|WHERE|GRANT|DROP)\s/.test(literal))
    .flatMap((literal) => [...literal.matchAll(/\$\{([^}]*)\}/g)].map(([, piece]) => piece))
    .filter((piece) => !/^[A-Z][A-Z0-9_]*(\[[^\]]*\])?( [-+] \d+)?$/.test(piece));
}

describe('an SQL statement', () => {
  it('names the type of a parameter that it compares only with a number: Postgres assumes a small one', () => {
    const compared = sources.flatMap((path) =>
      [...textOf(path).matchAll(/\$\d+ (?:=|<>|<=?|>=?) -?\d+\b/g)].map(([piece]) => `${path}: ${piece}`),
    );
    expect(compared).toEqual([]);
  });
});

describe('text that a program builds', () => {
  it('is pasted into SQL only where it is listed: names and pieces of our own code', () => {
    expect(sources.length).toBeGreaterThan(200);
    const found = Object.fromEntries(
      sources
        .map((path) => [path, [...new Set(pastedIntoSql(textOf(path)))].sort()] as const)
        .filter(([, pieces]) => pieces.length > 0),
    );
    expect(found).toEqual(PASTED);
  });

  it.each([
    ['`SELECT * FROM users WHERE email = ${email}`', ['email']],
    ['`DELETE FROM ${TABLE} WHERE id = $1 LIMIT ${BATCH + 1}`', []],
    ['`hello ${name}`', []],
  ])('is found in %s', (text, pieces) => {
    expect(pastedIntoSql(text)).toEqual(pieces);
  });

  it('is no statement in a use-case, a controller or a consumer: SQL lives in repositories', () => {
    const places = sources.filter((path) => /^services\/.*\.(usecase|controller|consumer)\.ts$/.test(path));
    expect(places.length).toBeGreaterThan(100);
    expect(places.filter((path) => /\.(query|createQueryBuilder)\(/.test(textOf(path)))).toEqual([]);
  });

  it('comes from Math.random only where waits are spread', () => {
    const uses = sources.flatMap((path) =>
      textOf(path)
        .split('\n')
        .filter((line) => line.includes('Math.random('))
        .map((line) => `${path}: ${line.trim()}`),
    );
    expect(uses.length).toBeGreaterThan(10);
    expect(
      uses.filter((line) => !/pause\(|backoffMs\(|waitAfter\(|retryStrategy|nextOpenLook\(|everyMs/.test(line)),
    ).toEqual([]);
  });
});

describe('the web app', () => {
  it('writes no raw HTML: React escapes every text', () => {
    const shown = repositoryFiles(/^web\/src\/.*\.tsx?$/).filter((path) => !/\.spec\.tsx?$|\/testing\//.test(path));
    expect(shown.length).toBeGreaterThan(100);
    const raw =
      /dangerouslySetInnerHTML|\b(inner|outer)HTML\b|insertAdjacentHTML|document\.write|createContextualFragment/;
    expect(shown.filter((path) => raw.test(textOf(path)))).toEqual([]);
  });
});
