import { readFileSync } from 'node:fs';
import { MARK, moment, sandboxPage, sandboxPolicy } from './sandbox-page.js';
import { SIZES, TOKENS } from './tokens.js';

const web = (path: string) => readFileSync(new URL(`../../../../web/${path}`, import.meta.url), 'utf8');

/** The custom properties in the block of this selector. */
function declared(selector: string): Record<string, string> {
  const sheet = web('src/app/tokens.css');
  const start = sheet.indexOf(`${selector} {`);
  const block = sheet.slice(start, sheet.indexOf('}', start));
  return Object.fromEntries([...block.matchAll(/--([\w-]+): ([^;]+);/g)].map(([, name, value]) => [name, value]));
}

describe("the sandbox's pages", () => {
  it.each([
    ['light', ':root', { ...TOKENS.light, ...SIZES }],
    ['dark', "[data-theme='dark']", TOKENS.dark],
  ])("have the web app's colours: %s", (_scheme, selector, tokens) => {
    expect(declared(selector)).toMatchObject(tokens);
  });

  it('have each colour in both schemes', () => {
    expect(Object.keys(TOKENS.dark)).toEqual(Object.keys(TOKENS.light));
  });

  it("have the web app's icon", () => {
    expect(MARK).toBe(web('public/favicon.svg'));
  });

  it('use no other colour', () => {
    const page = sandboxPage({ title: 'A page', banner: ['A', 'b'], main: '' });
    const [, rules] = /<style>(.*)<\/style>/s.exec(page)!;
    const used = [...rules.matchAll(/var\(--([\w-]+)\)/g)].map(([, name]) => name);
    const own = ['interface', 'reading', 'code'];
    expect(used.filter((name) => !(name in TOKENS.light) && !(name in SIZES) && !own.includes(name))).toEqual([]);
    const known = [...Object.values(TOKENS.light), ...Object.values(TOKENS.dark)];
    expect(
      [...rules.matchAll(/#[0-9a-f]{3,8}\b/gi)].map(([colour]) => colour).filter((c) => !known.includes(c)),
    ).toEqual([]);
  });

  it('run no script, load nothing from elsewhere, and send forms only where they are meant to go', () => {
    const targets = ['http://localhost:8080', 'http://localhost:8080'];
    expect(sandboxPolicy(targets)).toMatch(
      /^default-src 'none'; style-src 'sha256-\S+'; form-action 'self' http:\/\/localhost:8080; img-src data:; base-uri 'none'; frame-ancestors 'none'$/,
    );
    const page = sandboxPage({ title: '<b>', banner: ['<i>', '<u>'], main: '<p>Here</p>' });
    expect(page).not.toMatch(/<script|<[biu]>| style="|https?:(?!\/\/|%2F%2Fwww\.w3\.org)|src=/);
  });

  it('show a time in a readable form', () => {
    expect(moment(new Date('2026-11-02T09:05:59.000Z'))).toBe('2 Nov 2026, 09:05 UTC');
  });
});
