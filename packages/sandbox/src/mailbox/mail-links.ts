const LONGEST = 2_000;
const MOST = 50;

/** A mail's links are the whole http and https addresses of its text and of its HTML part's hrefs, each once, in order (sandbox only). */
export function linksOf(text: string, html: string): string[] {
  const inText = [...text.matchAll(/https?:\/\/[^\s<>"'`]+/gi)].map(([address]) => withoutClosing(address));
  const inHtml = [...html.matchAll(/href\s*=\s*(?:"([^"]*)"|'([^']*)')/gi)].map(([, double, single]) =>
    unescaped(double ?? single),
  );
  const whole = [...inText, ...inHtml].filter((address) => address.length <= LONGEST && isWebAddress(address));
  return [...new Set(whole)].slice(0, MOST);
}

/** Removes a full stop or bracket of the surrounding sentence from the end of an address; a bracket that the address opens belongs to it. */
function withoutClosing(address: string): string {
  let end = address.length;
  while (/[.,;:!?]/.test(address[end - 1]) || (address[end - 1] === ')' && !address.slice(0, end).includes('('))) end--;
  return address.slice(0, end);
}

function isWebAddress(address: string): boolean {
  return /^https?:\/\//i.test(address) && URL.canParse(address);
}

function unescaped(attribute: string): string {
  return attribute
    .trim()
    .replace(/&quot;/g, '"')
    .replace(/&#0*39;/g, "'")
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&');
}
