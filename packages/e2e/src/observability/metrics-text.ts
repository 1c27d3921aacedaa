/** The samples of one Prometheus text, by `name{labels}`. */
export type Samples = Map<string, number>;

const LABELS = String.raw`[a-zA-Z_]\w*="(?:[^"\\\n]|\\["\\n])*"`;
const SAMPLE = new RegExp(
  String.raw`^([a-zA-Z_:][\w:]*)(?:\{(${LABELS}(?:,${LABELS})*)\})? (N[aA][nN]|[+-]Inf|[-+.\deE]+)$`,
);
const SUFFIXES = { histogram: /_(bucket|sum|count)$/, summary: /_(sum|count)$/ };

/** Reads it as strictly as Prometheus does: each family declared once, before its samples, and no series twice. */
export function readMetrics(text: string): Samples {
  const types = new Map<string, string>();
  const samples: Samples = new Map();
  for (const line of text.split('\n').filter(Boolean)) {
    const type = /^# TYPE (\S+) (counter|gauge|histogram|summary)$/.exec(line);
    if (type) {
      if (types.has(type[1])) throw new Error(`${type[1]} is declared twice`);
      types.set(type[1], type[2]);
    } else if (!line.startsWith('# HELP ')) add(samples, types, line);
  }
  return samples;
}

function add(samples: Samples, types: Map<string, string>, line: string): void {
  const found = SAMPLE.exec(line);
  if (!found) throw new Error(`not a sample: ${line.slice(0, 200)}`);
  const [, name, labels = '', value] = found;
  const declared =
    types.has(name) ||
    Object.values(SUFFIXES).some((suffix) => suffix.test(name) && types.has(name.replace(suffix, '')));
  if (!declared) throw new Error(`${name} belongs to no family`);
  const series = `${name}{${labels
    .split(/,(?=[a-zA-Z_]\w*=")/)
    .sort()
    .join(',')}}`;
  if (samples.has(series)) throw new Error(`${series} comes twice`);
  samples.set(series, Number(value.replace('Inf', 'Infinity')));
}

/** Sum of the samples of this name whose labels include the given ones. */
export function sumOf(samples: Samples, name: string, labels: Record<string, string> = {}): number {
  const wanted = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
  return [...samples]
    .filter(([series]) => series.startsWith(`${name}{`) && wanted.every((label) => series.includes(label)))
    .reduce((sum, [, value]) => sum + value, 0);
}

/** Names of all families that have samples. */
export function namesOf(samples: Samples): Set<string> {
  return new Set([...samples.keys()].map((series) => series.slice(0, series.indexOf('{'))));
}
