import { dirname, join } from 'node:path';
import { ROOT } from '@precis/testing/structure/repository-files';
import ts from 'typescript';

const FILE = join(ROOT, 'packages/events/src/planted.ts');
const PREAMBLE = `
  import type { EntityManager } from 'typeorm';
  import { EVENTS } from './catalogue/events.js';
  import { OnEvent, type ReceivedEvent } from './inbox/event-handler.js';
  import { announce } from './outbox/outbox.js';
  declare const manager: EntityManager;
  const at = new Date();
`;
const announcing = (events: string) => `void announce(manager, ${events});`;
let consumers = 0;
const handling = (event: string, parameter: string, body = '') =>
  `export class Consumer${++consumers} { @OnEvent(${event}) async handle(${parameter}): Promise<void> { ${body} } }`;

/** Compiles lines against the sources with the settings of the build, and returns the compiler's errors. */
function errorsIn(code: string): string[] {
  const { config } = ts.readConfigFile(join(ROOT, 'tsconfig.base.json'), ts.sys.readFile);
  const { options } = ts.convertCompilerOptionsFromJson(
    { ...config.compilerOptions, composite: false, declaration: false, noEmit: true, rootDir: ROOT, types: ['node'] },
    ROOT,
  );
  const host = ts.createCompilerHost(options);
  const { readFile, fileExists, getSourceFile } = host;
  host.readFile = (path) => (path === FILE ? PREAMBLE + code : readFile(path));
  host.fileExists = (path) => path === FILE || fileExists(path);
  host.getSourceFile = (path, ...rest) =>
    path === FILE
      ? ts.createSourceFile(path, PREAMBLE + code, ts.ScriptTarget.ES2023)
      : getSourceFile.call(host, path, ...rest);
  host.getCurrentDirectory = () => dirname(FILE);
  const program = ts.createProgram([FILE], options, host);
  const first = PREAMBLE.split('\n').length;
  return ts.getPreEmitDiagnostics(program, program.getSourceFile(FILE)).map(({ file, start, messageText }) => {
    const { line } = file!.getLineAndCharacterOfPosition(start!);
    return `${line + 1 - first} ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
  });
}

const RIGHT = [
  announcing(
    `EVENTS.emailVerified.of({ userId: 'u', referralCode: '' }, at), EVENTS.apiKeyRevoked.of({ userId: 'u', keyId: 'k' }, at)`,
  ),
  handling(
    'EVENTS.userRegistered',
    'event: ReceivedEvent<typeof EVENTS.userRegistered>',
    'event.message.referralCode;',
  ),
];
/** Code that must not compile, by description. */
const WRONG: Record<string, string> = {
  'a type that the catalogue lacks': announcing(`EVENTS.emailVerifed.of({ userId: 'u' }, at)`),
  'a field that the message lacks': announcing(
    `EVENTS.emailVerified.of({ userId: 'u', referralCode: '', email: 'e' }, at)`,
  ),
  'a message without one of its fields': announcing(`EVENTS.apiKeyRevoked.of({ userId: 'u' }, at)`),
  'the bytes of a message': announcing(`EVENTS.emailVerified.of(new Uint8Array(), at)`),
  'an event made past the catalogue': announcing(
    `{ topic: 'auth.user.v1', key: 'u', type: 'email-verified', payload: new Uint8Array() }`,
  ),
  'a handler of a type by its name': handling(`'auth.user.v1 email-verified'`, ''),
  'a handler of a type that the catalogue lacks': handling('EVENTS.emailVerifed', ''),
  "a handler that takes another type's event": handling(
    'EVENTS.mailRequested',
    'event: ReceivedEvent<typeof EVENTS.emailVerified>',
    'event;',
  ),
  'a handler that reads a field the message lacks': handling(
    'EVENTS.mailRequested',
    'event: ReceivedEvent<typeof EVENTS.mailRequested>',
    'event.message.email;',
  ),
};

describe('the catalogue of events', () => {
  it('accepts matching code at compile time', () => {
    expect(errorsIn(RIGHT.join('\n'))).toEqual([]);
  }, 60_000);

  it('rejects all other code at compile time', () => {
    const lines = Object.values(WRONG);
    // Each on its own line, so that the line of an error identifies the refused code.
    const refused = new Set(errorsIn(lines.join('\n')).map((error) => parseInt(error, 10)));
    const compiled = Object.keys(WRONG).filter((_, index) => !refused.has(index));
    expect(compiled).toEqual([]);
  }, 60_000);
});
