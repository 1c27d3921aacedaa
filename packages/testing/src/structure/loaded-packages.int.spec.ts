import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { join } from 'node:path';

/**
 * Packages that this program must not load at its start, because it does not use them there. Two such packages were a third of a gateway's memory.
 */
const NEVER: Record<string, string[]> = {
  'services/gateway/dist/create-app.js': [
    'typeorm',
    '@nestjs/swagger',
    'js-yaml',
    'es-toolkit',
    '@opentelemetry/sdk-trace',
  ],
  'services/summarisation/dist/service.js': ['openai', '@opentelemetry/sdk-trace'],
  'services/usage/dist/service.js': ['@nestjs/platform-fastify', '@opentelemetry/sdk-trace'],
};
const ROOT = join(import.meta.dirname, '../../../..');
/** Prints the package of each loaded file. */
const LISTED = `import { registerHooks } from 'node:module';
const loaded = new Set();
registerHooks({ load: (url, context, next) => {
  const [, name] = /.*\\/node_modules\\/((?:@[^/]+\\/)?[^/]+)\\//.exec(url) ?? [];
  if (name) loaded.add(name);
  return next(url, context);
} });
process.on('exit', () => console.log(JSON.stringify([...loaded])));`;

describe('a process', () => {
  it.each(Object.entries(NEVER))(
    'of %s loads at its start only what it uses',
    async (program, never) => {
      const hook = `data:text/javascript,${encodeURIComponent(LISTED)}`;
      const words = ['--import', hook, '--input-type=module', '-e', `await import('${join(ROOT, program)}')`];
      const { stdout } = await promisify(execFile)(process.execPath, words, { cwd: ROOT });
      const loaded = JSON.parse(stdout.trim().split('\n').at(-1)!) as string[];
      expect(loaded).toContain('@nestjs/core');
      expect(loaded.filter((name) => never.includes(name))).toEqual([]);
    },
    60_000,
  );
});
