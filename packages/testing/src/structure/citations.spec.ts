import {
  pointersOutside,
  repositoryTexts,
  rulesOf,
  uncitedRules,
  unknownCitations,
  untestedScreens,
} from './citations.js';

const texts = repositoryTexts();
const rules = rulesOf(texts.get('docs/product.md') ?? '');
/** Builds ids and pages from pieces, because this file is checked too. */
const id = (area: string, number: number) => [area, number].join('-');
const page = (name: string, rest: string) => name + rest;

describe('the rules of the product', () => {
  it('are in docs/product.md, each once and with its mark', () => {
    expect(rules.faults).toEqual([]);
    expect(rules.marks.size).toBeGreaterThan(150);
  });

  it('are the only ones that are cited', () => {
    expect(unknownCitations(texts, rules)).toEqual([]);
  });

  it('are cited by the code or a test once they are built', () => {
    expect(uncitedRules(texts, rules)).toEqual([]);
  });

  it('of the web app are cited by one of its tests once they are built', () => {
    expect(untestedScreens(texts, rules)).toEqual([]);
  });

  it('are all that is pointed at: nothing outside the repository', () => {
    expect(pointersOutside(texts)).toEqual([]);
  });
});

describe('the check of citations', () => {
  const { marks } = rulesOf(
    [`- **${id('QUOTA', 1)}** (built) One.`, `- **${id('QUOTA', 2)}** (planned) Two.`].join('\n'),
  );
  const small = { marks, faults: [] };

  it.each([
    `- **${id('QUOTA', 1)}** (builds) A wrong mark.`,
    `- **${id('QUOTA', 0)}** (built) No number.`,
    `  - **${id('QUOTA', 1)}** (built) Not at the start of its line.`,
    `- **${id('QUOTA', 1)}** (built)`,
  ])('finds a line that is no rule: %s', (line) => {
    expect(rulesOf(line)).toEqual({ marks: new Map(), faults: [line] });
  });

  it('finds an id that is given twice', () => {
    const line = `- **${id('QUOTA', 1)}** (built) One.`;
    expect(rulesOf(`${line}\n${line}`).faults).toHaveLength(1);
  });

  it.each(['services/usage/src/a.rule.ts', 'docs/adr/0001-a.md', 'packages/e2e/src/a.suite.ts'])(
    'finds an unknown id in %s, and accepts other words with a number',
    (path) => {
      const text = `/** (${id('QUOTA', 99)}), ${id('QUOTA', 2)}, SHA-256, UTF-8. */`;
      expect(unknownCitations(new Map([[path, text]]), small)).toEqual([`${path}: ${id('QUOTA', 99)}`]);
    },
  );

  it.each([
    ['a text that cites none', 'services/usage/src/a.ts', 'nothing'],
    ['a longer number', 'services/usage/src/a.ts', id('QUOTA', 11)],
    ['a document alone', 'services/usage/README.md', id('QUOTA', 1)],
    ['generated code alone', 'proto/gen/a.ts', id('QUOTA', 1)],
  ])('finds a built rule without a citation: %s', (_case, path, text) => {
    expect(uncitedRules(new Map([[path, text]]), small)).toEqual([id('QUOTA', 1)]);
  });

  it('finds a built rule of the web app that its code alone cites', () => {
    const web = rulesOf(`- **${id('WEB', 1)}** (built) One.\n- **${id('WEB', 2)}** (planned) Two.`);
    const citing = (path: string) => untestedScreens(new Map([[path, `(${id('WEB', 1)})`]]), web);
    expect(citing('web/src/app/routes.ts')).toEqual([id('WEB', 1)]);
    expect(citing('web/src/app/routes.spec.ts')).toEqual([]);
  });

  it('requires no citation of a planned rule', () => {
    const text = new Map([['packages/e2e/src/a.suite.ts', `// (${id('QUOTA', 1)})`]]);
    expect(uncitedRules(text, small)).toEqual([]);
  });

  it.each([
    page('deci', 'sions 20'),
    page('Deci', 'sion 7'),
    page('design', ' 3.6'),
    page('design', '.md section 1'),
    page('specifi', 'cation section 9'),
    page('specifi', "cation's sections 5 and 7"),
    page('design', '\n * 3.3'),
    page('rese', 'arch 4.3'),
    page('rese', 'arch on sources 1.5'),
    page('rese', 'arch/reliability.md'),
    page('../sha', 'red/spec/x.md'),
    page('../../sha', 'red/fixtures'),
  ])('finds a pointer outside the repository: %s', (words) => {
    expect(pointersOutside(new Map([['services/usage/src/a.ts', `// see ${words}`]]))).toHaveLength(1);
  });

  it('lets the tests of recordings read them where they are, and cite no page', () => {
    const path = 'packages/e2e/src/youtube/recordings.spec.ts';
    const text = `${page('../sha', 'red/fixtures')} ${page('deci', 'sions 20')}`;
    expect(pointersOutside(new Map([[path, text]]))).toEqual([`${path}: ${page('deci', 'sions 20')}`]);
  });
});
