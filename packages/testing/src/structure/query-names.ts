/** A metric in a Prometheus query, and the labels by which it is selected. */
export interface AskedMetric {
  name: string;
  labels: string[];
}

const WORDS = new Set(
  'and or unless by without on ignoring group_left group_right bool offset start end inf nan le'.split(' '),
);
const GROUPING = /\b(by|without|on|ignoring|group_left|group_right)\s*\(([^)]*)\)/g;
const namesIn = (list: string) => list.match(/[a-zA-Z_]\w*/g) ?? [];

/** Every metric of a query with the labels in its braces. Any name that is neither a function nor a keyword is a metric. */
export function metricsOf(query: string): AskedMetric[] {
  const plain = query.replace(/"(?:[^"\\]|\\.)*"/g, '""').replaceAll(/\[[^\]]*\]/g, '');
  const found = plain.replace(GROUPING, ' ').matchAll(/([a-zA-Z_:][\w:]*)\s*(\(|\{([^}]*)\})?/g);
  return [...found]
    .filter(([, name, behind]) => behind !== '(' && !WORDS.has(name.toLowerCase()))
    .map(([, name, , labels = '']) => ({
      name,
      labels: labels
        .split(',')
        .map((one) => /^\s*(\w+)/.exec(one)?.[1] ?? '')
        .filter(Boolean),
    }));
}

/** The labels by which a query groups its result. */
export const groupingOf = (query: string): string[] =>
  [...query.matchAll(GROUPING)].flatMap(([, , list]) => namesIn(list));

/**
 * The whole bounds of histograms that a query selects in one spelling only. Prometheus 2 stores `le="5"` as it is, Prometheus 3 as `le="5.0"`: a
 * query that knows only one of them finds nothing in the other, and its alert never fires.
 */
export const boundsInOneSpelling = (query: string): string[] =>
  [...query.matchAll(/\ble\s*[=!]~?\s*"([^"]*)"/g)].flatMap(([, value]) => {
    const bounds = value.split('|').map((bound) => bound.replace(/\[\.\]|\\+\./, '.'));
    const whole = bounds.filter((bound) => /^\d+(\.0)?$/.test(bound)).map((bound) => bound.replace('.0', ''));
    return [...new Set(whole)].filter((bound) => !bounds.includes(bound) || !bounds.includes(`${bound}.0`));
  });
