import { join } from 'node:path';
import ts from 'typescript';
import { repositoryFiles, ROOT } from './repository-files.js';

/** A place in the sources that throws an error with a code. */
export interface ThrowSite {
  file: string;
  /** The kind of a DomainError, or an HTTP status. */
  kind: string | number;
  codes: string[];
}

/** Functions and classes that create an error with a code: the positions of the kind or status, and of the code. */
const MAKERS = new Map<string, { kind: number | { status: number }; code: number }>([
  ['DomainError', { kind: 0, code: 1 }],
  ['HttpProblem', { kind: 0, code: 1 }],
  ['pathId', { kind: { status: 404 }, code: 0 }],
]);

/** Files with a code that is known only at run time, and why that is acceptable. */
const KNOWN_WHEN_RUN: Record<string, string> = {
  'packages/runtime/src/grpc-errors.ts': 'passes on the error of another service',
  'packages/runtime/src/threads/thread-tasks.ts': 'passes on the error of a thread',
  'services/gateway/src/http/http-problem.ts': 'passes on the error of another service; asked by the test itself',
  'services/gateway/src/http/large-bodies.ts': 'passes on the error of a thread',
  'services/gateway/src/http/parse-input.ts': 'throws what pathId made',
  'services/gateway/src/http/remembered-refusals.ts': 'repeats an error of another service',
  'services/billing/src/refunds/refunds.errors.ts': "codes of the operator's commands, which no answer carries",
};

/** A type of more codes than this is the type of all codes, and does not show which one is thrown. */
const MOST_CODES_OF_A_SITE = 20;

const SOURCES = /^(services|packages)\/[^/]+\/src\/.*\.ts$/;
const NOT_RUNNING = /\.(spec|suite|e2e)\.ts$|\/src\/testing\/|^packages\/(testing|e2e|bench|sandbox)\//;

/**
 * Every place that creates an error, with the codes that the compiler knows; and the places whose code it cannot know, which a reader of this list
 * could not check.
 */
export function throwSites(): { sites: ThrowSite[]; unknown: string[] } {
  const files = repositoryFiles(SOURCES).filter((path) => !NOT_RUNNING.test(path));
  const { config } = ts.readConfigFile(join(ROOT, 'tsconfig.base.json'), ts.sys.readFile);
  const { options } = ts.convertCompilerOptionsFromJson({ ...config.compilerOptions, noEmit: true }, ROOT);
  const program = ts.createProgram(
    files.map((path) => join(ROOT, path)),
    options,
  );
  const checker = program.getTypeChecker();
  const sites: ThrowSite[] = [];
  const unknown: string[] = [];
  for (const file of files) {
    const visit = (node: ts.Node): void => {
      if (ts.isNewExpression(node) || ts.isCallExpression(node)) {
        const maker = MAKERS.get(node.expression.getText());
        if (maker) note(file, node, maker);
      }
      ts.forEachChild(node, visit);
    };
    ts.forEachChild(program.getSourceFile(join(ROOT, file))!, visit);
  }
  return { sites, unknown };

  type Making = ts.NewExpression | ts.CallExpression;
  function note(file: string, { arguments: given }: Making, maker: NonNullable<ReturnType<typeof MAKERS.get>>) {
    const kinds = typeof maker.kind === 'number' ? literalsOf(given?.[maker.kind]) : [maker.kind.status];
    const codes = literalsOf(given?.[maker.code]);
    if (kinds && codes && codes.length <= MOST_CODES_OF_A_SITE)
      for (const kind of kinds) sites.push({ file, kind, codes: codes.map(String) });
    else if (!(file in KNOWN_WHEN_RUN)) unknown.push(file);
  }

  function literalsOf(node: ts.Node | undefined): (string | number)[] | undefined {
    if (!node || ts.isSpreadElement(node)) return undefined;
    const type = checker.getTypeAtLocation(node);
    const all = type.isUnion() ? type.types : [type];
    return all.every((one) => one.isStringLiteral() || one.isNumberLiteral())
      ? all.map((one) => (one as ts.LiteralType).value as string | number)
      : undefined;
  }
}
