/** A sample's title as a chip has room for it (WEB-27): the name, and its length from the brackets that end the title. */
export function demoTitle(title: string): { name: string; note: string | null } {
  const [, name, inBrackets] = /^(.*?)\s*\(([^()]*)\)$/.exec(title) ?? [undefined, title, null];
  return {
    name: name.replace(/[?:].*$/, (rest) => (rest.startsWith('?') ? '?' : '')),
    note: inBrackets?.split(',')[0] ?? null,
  };
}
