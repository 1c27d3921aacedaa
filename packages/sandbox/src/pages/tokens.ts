/**
 * The web app's colours, named as in web/src/app/tokens.css; a test compares both. Sandbox pages have their own addresses and load nothing, so they
 * cannot use that file.
 */
export const TOKENS = {
  light: {
    paper: '#fbfaf7',
    surface: '#ffffff',
    sunken: '#f4f3ee',
    ink: '#15171c',
    muted: '#5c616b',
    hairline: '#e4e1da',
    'control-line': '#8b8f98',
    action: '#2b3fd4',
    'action-ink': '#ffffff',
    good: '#2e7d4f',
    'good-tint': '#edf6f0',
    warn: '#94600f',
    'warn-line': '#b7791f',
    'warn-tint': '#fbf1de',
    bad: '#c2382b',
    'bad-tint': '#fbe9e7',
  },
  dark: {
    paper: '#111317',
    surface: '#181b20',
    sunken: '#1f2329',
    ink: '#eceae4',
    muted: '#9aa0aa',
    hairline: '#2a2e35',
    'control-line': '#6d737d',
    action: '#8c9bff',
    'action-ink': '#111317',
    good: '#6cc493',
    'good-tint': '#16281e',
    warn: '#e0ab55',
    'warn-line': '#d1983e',
    'warn-tint': '#2c2415',
    bad: '#f08a80',
    'bad-tint': '#331b19',
  },
};

/** Radii, named as in tokens.css. */
export const SIZES = { radius: '10px', 'radius-control': '8px' };
