import { ROOT } from '@precis/testing/structure/repository-files';
import { join } from 'node:path';
import ts from 'typescript';
import type { SeenRequest } from './stripe-door.js';

/** The SDK type of each request's parameters. A request that is missing here fails. */
const TYPES: [request: RegExp, type: string][] = [
  [/^POST \/v1\/customers$/, 'Stripe.CustomerCreateParams'],
  [/^DELETE \/v1\/customers\/\w+$/, 'Stripe.CustomerDeleteParams'],
  [/^POST \/v1\/checkout\/sessions$/, 'Stripe.Checkout.SessionCreateParams'],
  [/^GET \/v1\/checkout\/sessions$/, 'Stripe.Checkout.SessionListParams'],
  [/^GET \/v1\/checkout\/sessions\/\w+$/, 'Stripe.Checkout.SessionRetrieveParams'],
  [/^POST \/v1\/checkout\/sessions\/\w+\/expire$/, 'Stripe.Checkout.SessionExpireParams'],
  [/^POST \/v1\/refunds$/, 'Stripe.RefundCreateParams'],
  [/^GET \/v1\/refunds$/, 'Stripe.RefundListParams'],
  [/^GET \/v1\/disputes$/, 'Stripe.DisputeListParams'],
];
const FILE = join(ROOT, 'services/billing/src/planted-parameters.ts');
const SOURCE = [
  `import type { Stripe } from 'stripe';`,
  ...TYPES.map(([, type], at) => `export declare const p${at}: ${type};`),
].join('\n');

/** The parameter lists of the installed SDK, read from its own types by the compiler. */
export class SdkParameters {
  private readonly checker: ts.TypeChecker;
  private readonly types: ts.Type[];

  constructor() {
    const options: ts.CompilerOptions = {
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      target: ts.ScriptTarget.ES2023,
      strict: true,
      skipLibCheck: true,
      types: ['node'],
      noEmit: true,
    };
    const host = ts.createCompilerHost(options);
    const { readFile, fileExists, getSourceFile } = host;
    host.readFile = (path) => (path === FILE ? SOURCE : readFile(path));
    host.fileExists = (path) => path === FILE || fileExists(path);
    // Adds the compiler's own implied format: as a module it finds the SDK's types for modules.
    host.getSourceFile = (path, ...rest) =>
      path === FILE ? ts.createSourceFile(path, SOURCE, rest[0]) : getSourceFile.call(host, path, ...rest);
    const program = ts.createProgram([FILE], options, host);
    this.checker = program.getTypeChecker();
    const file = program.getSourceFile(FILE)!;
    const faults = program.getSemanticDiagnostics(file).map(({ messageText }) => messageText);
    if (faults.length > 0) throw new Error(`the SDK has no such type: ${JSON.stringify(faults)}`);
    const exported = this.checker.getExportsOfModule(this.checker.getSymbolAtLocation(file)!);
    this.types = TYPES.map((_, at) => this.checker.getTypeOfSymbol(exported.find(({ name }) => name === `p${at}`)!));
  }

  /** Lists parameters that the SDK does not have: `POST /v1/customers: plan[name]`. */
  faultsOf({ method, path, parameters }: SeenRequest): string[] {
    const at = TYPES.findIndex(([request]) => request.test(`${method} ${path}`));
    if (at < 0) return [`${method} ${path}: no type is named for it`];
    return parameters
      .filter(({ names }) => !this.has(this.types[at], names))
      .map(({ names: [first, ...rest] }) => `${method} ${path}: ${first}${rest.map((name) => `[${name}]`).join('')}`);
  }

  private has(type: ts.Type, [name, ...rest]: string[]): boolean {
    const members = type.isUnion() ? type.types : [type];
    if (name === undefined) return true;
    return members
      .filter(({ flags }) => flags & ts.TypeFlags.Object)
      .some((member) => {
        const next = this.below(member, name);
        return next !== undefined && this.has(next, rest);
      });
  }

  private below(member: ts.Type, name: string): ts.Type | undefined {
    if (this.checker.isArrayType(member))
      return /^\d+$/.test(name) ? this.checker.getTypeArguments(member as ts.TypeReference)[0] : undefined;
    const property = this.checker.getPropertyOfType(member, name);
    if (property) return this.checker.getTypeOfSymbol(property);
    return this.checker.getIndexInfoOfType(member, ts.IndexKind.String)?.type;
  }
}
