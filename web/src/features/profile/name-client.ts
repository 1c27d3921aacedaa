import { profile } from '../../texts/profile';

const BROWSERS: [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS)\//, 'Chrome'],
  [/\bVersion\/.*Safari\//, 'Safari'],
];
const SYSTEMS: [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
];

/** How people call a client that names itself as browsers do; others by the name that they gave themselves (ACC-37). */
export function clientName(client: string): string {
  const of = (list: [RegExp, string][]) => list.find(([pattern]) => pattern.test(client))?.[1];
  const [browser, system] = client.startsWith('Mozilla/') ? [of(BROWSERS), of(SYSTEMS)] : [];
  if (browser && system) return `${browser}, ${system}`;
  return browser ?? (client || profile.sessions.unknownClient);
}
