import { parseDockerfile } from '@precis/testing/structure/dockerfile-rules';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const recipe = parseDockerfile(readFileSync(join(import.meta.dirname, '../../../../deploy/Dockerfile'), 'utf8'));
const runtime = recipe.slice(recipe.findLastIndex(({ name }) => name === 'FROM'));
const textsOf = (instruction: string) => runtime.filter(({ name }) => name === instruction).map(({ text }) => text);
const [, ...words] = JSON.parse(textsOf('CMD')[0]) as string[];

/**
 * How an image starts its program, as deploy/Dockerfile says: the options of Node, and the environment. Tests and benchmarks start programs in the
 * same way, because these decide how much memory and processor time a process uses.
 */
export const IMAGE_START = {
  nodeOptions: words.slice(0, -1),
  environment: Object.fromEntries(textsOf('ENV').map((text) => text.split('=', 2) as [string, string])),
};
