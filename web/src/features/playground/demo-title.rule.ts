/** A sample's title, short enough for a chip (WEB-27): the name, and the length from the final brackets. */
export function demoTitle(title: string): { name: string; note: string | null } {
  const [, name, inBrackets] = /^(.*?)\s*\(([^()]*)\)$/.exec(title) ?? [undefined, title, null];
  return {
    name: name.replace(/[?:].*$/, (rest) => (rest.startsWith('?') ? '?' : '')),
    note: inBrackets?.split(',')[0] ?? null,
  };
}
