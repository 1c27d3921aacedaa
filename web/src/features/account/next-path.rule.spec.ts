import { nextPath } from './next-path.rule';

const after = (next: string) => nextPath(`?next=${encodeURIComponent(next)}`);

it.each(['/usage', '/playground?url=https://youtu.be/precisDemo1', '/profile#billing'])(
  'a login leads to %s, a page of ours that was requested (WEB-16)',
  (next) => expect(after(next)).toBe(next),
);

it.each([
  'https://evil.example',
  '//evil.example',
  '/\\evil.example',
  '\\/evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/.//evil.example',
  ' /usage',
  'javascript:alert(1)',
  'usage',
  '/',
  '',
])('a login never leads to %j, which is no page of ours (WEB-16)', (next) => expect(after(next)).toBe('/dashboard'));

it('a login without a requested page leads to /dashboard (WEB-16)', () => {
  expect(nextPath('')).toBe('/dashboard');
});
