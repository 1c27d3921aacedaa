import { readFileSync } from 'node:fs';
import { BRAND } from './brand.js';

const SHEET = readFileSync(new URL('../../../../web/src/app/tokens.css', import.meta.url), 'utf8');
/** The names of the mails' colours in the web app. */
const NAMES = {
  ground: 'paper',
  surface: 'surface',
  ink: 'ink',
  muted: 'muted',
  line: 'hairline',
  action: 'action',
  onAction: 'action-ink',
};

function declared(selector: string): Map<string, string> {
  const start = SHEET.indexOf(`${selector} {`);
  const block = SHEET.slice(start, SHEET.indexOf('}', start));
  return new Map([...block.matchAll(/--([\w-]+): (#\w+);/g)].map(([, name, value]) => [name, value]));
}

describe('the colours of mails', () => {
  it.each([
    ['light', ':root'],
    ['dark', "[data-theme='dark']"],
  ] as const)("are the web app's: %s (OPS-9)", (scheme, selector) => {
    const tokens = declared(selector);
    const expected = Object.entries(NAMES).map(([own, name]) => [own, tokens.get(name)]);
    expect(Object.entries(BRAND[scheme]).map(([own, value]) => [own, value.toLowerCase()])).toEqual(expected);
    expect(BRAND.marker.toLowerCase()).toBe(tokens.get('marker'));
  });
});
