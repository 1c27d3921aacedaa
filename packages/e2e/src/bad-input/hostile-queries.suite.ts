import { pause } from '@precis/runtime/pause';
import type { Answer, CallOptions } from '../deployment/call.js';
import { sample } from './sample.js';
import { itLeavesUntouched, type Victim } from './victim.js';

/** A parameter of a path or a query, as the deployment's own document declares it. */
interface Parameter {
  in: 'path' | 'query';
  name: string;
  schema: { type?: string; pattern?: string; maxLength?: number; enum?: string[] };
}
interface Operation {
  parameters?: Parameter[];
  security?: Record<string, unknown>[];
}
interface Route {
  method: string;
  path: string;
  parameters: Parameter[];
  /** Whether it accepts only an API key. */
  isForKeys: boolean;
}

const cursorAt = (ms: bigint) => {
  const bytes = Buffer.alloc(24);
  bytes.writeBigUInt64BE(ms);
  return bytes.toString('base64url');
};
const NOBODY = '00000000-0000-0000-0000-000000000000';

/** So many values of a kind form the sample; in the small size, the parameters of the same name share them. */
const SAMPLED = 3;
/** As written in an address. The first of each kind form the sample. */
const VALUES: [what: string, values: string[]][] = [
  [
    'whole numbers',
    ['10000000000000', '2147483648', '999999999999999', '9007199254740993', '9223372036854775808', '0'],
  ],
  ['numbers that are none', ['-1', '1e3', '9'.repeat(400), '1.5', '0x10', 'NaN', 'Infinity', '+1', '%D9%A3', '１２']],
  ['null bytes', ['%00', '1%00', `${NOBODY}%00`]],
  ['bytes that are no UTF-8', ['%FF', '%ED%A0%80', '%C0%80', '%F0%9F']],
  ['percent signs that begin nothing', ['%', '%ZZ', '%u0031']],
  ['ids', [NOBODY, 'ffffffff-ffff-ffff-ffff-ffffffffffff', NOBODY.replaceAll('0', 'A'), NOBODY.replaceAll('-', '')]],
  ['cursors', [cursorAt(2n ** 63n), cursorAt(253402300800000n), '_'.repeat(32), cursorAt(253402300799999n)]],
  ['times', ['9999-12', '10000-01', '275760-09', '2000-00', '-271821-04', '2026-11-25T00:00:00Z']],
  ['texts', [`'--`, '__proto__', '%F0%9F%98%80', '[object Object]', 'x'.repeat(8_000), '%E2%80%AE', '%20', '%25']],
];

/** Every parameter of every path and query: 400 (or 404 for an id in a path) for an invalid value, and never a server error (API-2, API-27). */
export function hostileQueriesSuite(victim: () => Victim, isFull: boolean): void {
  describe('hostile addresses', () => {
    let routes: Route[] = [];
    beforeAll(async () => {
      const document = (await victim().precis.call('GET', '/api/openapi.json')).body;
      routes = Object.entries<Record<string, Operation>>(document.paths).flatMap(([path, methods]) =>
        Object.entries(methods).flatMap(([method, { parameters = [], security = [] }]) => {
          const own = parameters.filter((one) => one.in === 'path' || one.in === 'query');
          const isForKeys = security.length > 0 && !security.some((one) => 'session' in one);
          return own.length > 0 ? [{ method: method.toUpperCase(), path, parameters: own, isForKeys }] : [];
        }),
      );
    });

    const send = async (route: Route, parameter: Parameter, value: string, more = ''): Promise<Answer> => {
      const { method, path } = route;
      const filled = parameter.in === 'path' ? path.replace(`{${parameter.name}}`, value) : path;
      const address =
        filled.replace(/\{\w+\}/g, NOBODY) + (parameter.in === 'query' ? `?${parameter.name}=${value}${more}` : '');
      const credentials: CallOptions = route.isForKeys ? { key: victim().key } : { token: victim().token };
      for (;;) {
        const answer = await victim().precis.call(method, address, credentials);
        if (answer.status !== 429) return answer;
        await pause(1_000 * Number(answer.headers.get('retry-after') ?? 1));
      }
    };

    it('are tried on every list, id and month that there is, each of which declares its bounds', () => {
      const declared = routes.flatMap(({ path, parameters }) =>
        parameters.map((one) => `${one.in} ${path} ${one.name}`),
      );
      for (const one of [
        'query /api/wallet/statement before',
        'query /api/youtube/summaries cursor',
        'path /api/youtube/jobs/{id} id',
      ])
        expect(declared).toContain(one);
      const unbounded = routes.flatMap(({ path, parameters }) =>
        parameters.filter(({ schema }) => !schema.maxLength || !schema.pattern).map(({ name }) => `${path} ${name}`),
      );
      expect(unbounded).toEqual([]);
    });

    it.each(VALUES)('%s: refused as bad input or taken, never a server error', async (_what, values) => {
      const wrong: string[] = [];
      const all = routes.flatMap(({ parameters }) => parameters.map(({ name }) => name));
      const seen: string[] = [];
      for (const route of routes)
        for (const parameter of route.parameters) {
          const alike = (names: string[]) => names.filter((name) => name === parameter.name).length;
          const share = sample(isFull ? values : values.slice(0, SAMPLED), alike(seen), alike(all), isFull);
          seen.push(parameter.name);
          for (const value of share) {
            const { status } = await send(route, parameter, value);
            const said = `${route.method} ${route.path} ${parameter.name}=${value.slice(0, 40)}: ${status}`;
            if (status >= 500) wrong.push(said);
            if (![400, 404].includes(status) && !mayBe(parameter, value)) wrong.push(said);
          }
        }
      expect(wrong).toEqual([]);
    });

    it('a parameter that comes twice, as a list or as an object is refused or has no effect', async () => {
      const wrong: string[] = [];
      let nth = 0;
      for (const route of routes)
        for (const parameter of route.parameters.filter((one) => one.in === 'query')) {
          const { name } = parameter;
          const twice = await send(route, parameter, '1', `&${name}=2`);
          if (twice.status !== 400) wrong.push(`${route.path} ${name} twice: ${twice.status}`);
          if (route.method !== 'GET') continue;
          const forms = [`${name}[]`, `${name}[a]`, `${name}.x`, `__proto__[${name}]`];
          for (const as of sample(forms, nth++, forms.length, isFull)) {
            const { status } = await send(route, { ...parameter, name: as }, '1');
            if (status >= 500) wrong.push(`${route.path} ${as}: ${status}`);
          }
        }
      expect(wrong).toEqual([]);
    });

    itLeavesUntouched(victim);
  });
}

/** Whether the document allows the value; undecided when its escapes cannot be read. */
function mayBe({ schema: { pattern = '', maxLength = Infinity } }: Parameter, value: string): boolean {
  try {
    const read = decodeURIComponent(value.replaceAll('+', ' '));
    return read.length <= maxLength && new RegExp(pattern, 'u').test(read);
  } catch {
    return true;
  }
}
