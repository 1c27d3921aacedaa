import { builtModule } from './repository-files.js';
import { throwSites } from './thrown-errors.js';

type Problem = { status: number; code: string };
const { toProblem } = await builtModule<{ toProblem: (error: unknown) => Problem }>(
  'services/gateway',
  'http/http-problem',
);
const { DomainError } = await builtModule<{ DomainError: new (kind: string, code: string, text: string) => Error }>(
  'packages/runtime',
  'domain-error',
);
const { PUBLIC_ERRORS } = await builtModule<{ PUBLIC_ERRORS: Record<string, Record<string, { statuses: number[] }>> }>(
  'packages/error-codes',
  'error-codes',
);

/** Answers of a server other than the gateway, in its own format. */
const ELSEWHERE: [code: string, status: number][] = [['unavailable', 503]];
/** Refusals by the HTTP server itself, before a route is known. */
const OF_THE_SERVER = [400, 404, 405, 413, 415, 431, 500];

const table = Object.assign({}, ...Object.values(PUBLIC_ERRORS)) as Record<string, { statuses: number[] }>;
const { sites, unknown } = throwSites();

/** The HTTP statuses of each code, as the gateway derives them from the thrown errors. */
function answered(): Record<string, number[]> {
  const found: Record<string, Set<number>> = {};
  const note = ({ code, status }: Problem) => (found[code] ??= new Set()).add(status);
  for (const { kind, codes } of sites)
    for (const code of codes)
      note(typeof kind === 'number' ? { code, status: kind } : toProblem(new DomainError(kind, code, '')));
  for (const statusCode of OF_THE_SERVER) note(toProblem(Object.assign(new Error(), { statusCode })));
  for (const [code, status] of ELSEWHERE) note({ code, status });
  return Object.fromEntries(Object.entries(found).map(([code, statuses]) => [code, [...statuses].sort()]));
}

describe('the table of error codes (API-28)', () => {
  it('is compared with every place that refuses: the compiler knows the code of each', () => {
    expect(unknown).toEqual([]);
    expect(sites.length).toBeGreaterThan(200);
  });

  it('names for each code the statuses with which it is answered, and no other', () => {
    const found = answered();
    const told = Object.fromEntries(Object.entries(table).map(([code, { statuses }]) => [code, [...statuses].sort()]));
    const really = Object.fromEntries(Object.keys(table).map((code) => [code, found[code] ?? []]));
    expect(told).toEqual(really);
  });
});
