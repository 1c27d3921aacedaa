import { basename } from 'node:path';
import { repositoryFiles, textOf } from './repository-files.js';

/** The class of a use-case's file: `grant-term.usecase.ts` has GrantTerm. */
function classOf(path: string): string {
  const words = basename(path, '.usecase.ts').split('-');
  return words.map((word) => word[0].toUpperCase() + word.slice(1)).join('');
}

/** Public methods of a class, found by the formatter's indentation; undefined without that class. */
function publicMethods(text: string, name: string): string[] | undefined {
  const [, body] = new RegExp(`^export class ${name} .*\\{\\n([^]*?)^\\}`, 'm').exec(text) ?? [];
  return body === undefined
    ? undefined
    : [
        ...body.matchAll(/^ {2}(?!constructor|private|protected)(?:(?:public|static|async|get|set) )*\*?(\w+)[(<]/gm),
      ].map(([, method]) => method);
}

describe('a use-case', () => {
  it.each(repositoryFiles(/^services\/.*\.usecase\.ts$/))('is one class with one public method: %s', (path) => {
    expect(publicMethods(textOf(path), classOf(path))).toEqual(['execute']);
  });

  it('with another name, or a second public method, is found', () => {
    const path = 'services/billing/src/grant-term.usecase.ts';
    const text = 'export class GrantTerm {\n  constructor(a: A) {}\n\n  async execute(): Promise<void> {\n  }\n';
    expect(publicMethods(`${text}\n  private helper() {}\n}\n`, classOf(path))).toEqual(['execute']);
    expect(publicMethods(`${text}\n  rests(): boolean {}\n}\n`, classOf(path))).toEqual(['execute', 'rests']);
    expect(publicMethods(`${text}}\n`.replace('GrantTerm', 'GrantTermUsecase'), classOf(path))).toBeUndefined();
  });
});
