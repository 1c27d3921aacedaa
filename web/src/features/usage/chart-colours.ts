/** The tokens that charts are drawn in. */
export interface ChartColours {
  ink: string;
  muted: string;
  hairline: string;
  surface: string;
  /** The most important one. */
  action: string;
  /** The colour of slice `index`, the most important slice first. */
  series: (index: number) => string;
}

/** Tokens of slices and bars, the most important first. */
const SERIES = ['action', 'marker', 'good', 'warn-line', 'bad', 'control-line', 'tick'];

/** The token of slice `index`. Slices beyond the series share one token, because a repeated colour would suggest a relation. */
export function seriesToken(index: number): string {
  return SERIES[index] ?? 'muted';
}

/** Colours of the current appearance. ECharts cannot read CSS variables, so their values are read for it. */
export function chartColours(): ChartColours {
  const style = getComputedStyle(document.documentElement);
  const token = (name: string) => style.getPropertyValue(`--${name}`).trim() || '#888888';
  return {
    ink: token('ink'),
    muted: token('muted'),
    hairline: token('hairline'),
    surface: token('surface'),
    action: token('action'),
    series: (index) => token(seriesToken(index)),
  };
}
