import { repositoryFiles, textOf } from './repository-files.js';

/** Texts by their path from the root. */
export type Texts = ReadonlyMap<string, string>;

/** The rules of docs/product.md by id. */
export interface Rules {
  marks: Map<string, 'built' | 'planned'>;
  /** Lines that look like a rule but are not valid, and duplicate ids. */
  faults: string[];
}

const TEXT_FILE = /\.([cm]?[jt]sx?|json|md|proto|ya?ml|sh|html|css|sql|toml)$|(^|\/)(Makefile|Dockerfile)$|^\.ci\//;
const CITING_FILE = /^(services|packages|proto|web)\/(?!gen\/).*\.([cm]?[jt]sx?|proto|html)$/;

const WEB_TEST = /^web\/.*\.(spec|e2e)\.tsx?$/;

/** Only these files may refer to paths outside the repository, and they run only where those exist. */
const READS_OUTSIDE = [
  /^packages\/e2e\/src\/youtube\/recordings\.spec\.ts$/,
  /\/extractive\/qmsum[^/]*\.ts$/,
  /\/quality\/quality\.bench\.main\.ts$/,
];

const NUMBERED_PAGE = /\b(decisions?|design(\.md)?|specification|research)('s)?( sections?)?( on [a-z]+)? \d[\d.]*/gi;
const OUTSIDE_PATH = /\.\.\/shared\/|\bshared\/(spec|design|research)|\bresearch\/[a-z]/g;

/** Every text file of the repository except the lockfile. */
export function repositoryTexts(): Texts {
  const paths = repositoryFiles(TEXT_FILE).filter((path) => path !== 'package-lock.json');
  return new Map(paths.map((path) => [path, textOf(path)]));
}

/** Reads the rules from the text of docs/product.md: lines such as `- **QUOTA-9** (built) ...`. */
export function rulesOf(product: string): Rules {
  const rules: Rules = { marks: new Map(), faults: [] };
  for (const line of product.split('\n')) {
    const [, id, mark] = /^- \*\*([A-Z]+-[1-9]\d*)\*\* \((built|planned)\) \S/.exec(line) ?? [];
    if (id === undefined) {
      if (/^\s*[-*] \*\*[A-Z]+-/.test(line)) rules.faults.push(line);
    } else if (rules.marks.has(id)) rules.faults.push(`${id} is there twice`);
    else rules.marks.set(id, mark as 'built' | 'planned');
  }
  return rules;
}

/** Citations of ids that docs/product.md does not have, as `path: id`. */
export function unknownCitations(texts: Texts, { marks }: Rules): string[] {
  const areas = [...new Set([...marks.keys()].map((id) => id.split('-')[0]))].join('|');
  return [...texts].flatMap(([path, text]) =>
    [...text.matchAll(new RegExp(`\\b(?:${areas})-\\d+\\b`, 'g'))]
      .filter(([id]) => !marks.has(id))
      .map(([id]) => `${path}: ${id}`),
  );
}

/** Implemented rules that no code and no test cites. */
export function uncitedRules(texts: Texts, { marks }: Rules): string[] {
  const cited = new Set(
    [...texts].filter(([path]) => CITING_FILE.test(path)).flatMap(([, text]) => text.match(/\b[A-Z]+-\d+\b/g) ?? []),
  );
  return [...marks].filter(([id, mark]) => mark === 'built' && !cited.has(id)).map(([id]) => id);
}

/** Implemented rules of the web app that none of its tests cites. Only tests show what a screen displays. */
export function untestedScreens(texts: Texts, { marks }: Rules): string[] {
  const cited = new Set(
    [...texts].filter(([path]) => WEB_TEST.test(path)).flatMap(([, text]) => text.match(/\bWEB-\d+\b/g) ?? []),
  );
  return [...marks]
    .filter(([id, mark]) => id.startsWith('WEB-') && mark === 'built' && !cited.has(id))
    .map(([id]) => id);
}

/** References to documents that are not in the repository, as `path: words`. */
export function pointersOutside(texts: Texts): string[] {
  return [...texts].flatMap(([path, text]) => {
    const paths = READS_OUTSIDE.some((reader) => reader.test(path)) ? [] : [...text.matchAll(OUTSIDE_PATH)];
    // A line break of a comment may split a citation.
    const unbroken = text.replace(/[ \t]*\n[ \t]*(\*|\/\/|#)?[ \t]*/g, ' ');
    return [...unbroken.matchAll(NUMBERED_PAGE), ...paths].map(([words]) => `${path}: ${words}`);
  });
}
