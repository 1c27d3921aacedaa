import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import ts from 'typescript';

/**
 * `count-tokens [REF...]` counts the TypeScript tokens of the production code of a commit, per folder; default: HEAD. Unlike lines, tokens do not
 * depend on the format: comments, blanks and trailing commas do not count.
 */
const ROOT = join(import.meta.dirname, '../../../..');
const PRODUCTION = /^(deploy|services|packages\/(?!testing\/|e2e\/(?!src\/audit\/)))[^ ]*\.(ts|tsx|mts|mjs|cjs)$/;
const TEST = /\.(spec|e2e|suite)\.ts$|\/(testing|fixture|contract)\/|\/audit\/testing-world\.ts$/;
const CLOSERS = new Set([
  ts.SyntaxKind.CloseParenToken,
  ts.SyntaxKind.CloseBracketToken,
  ts.SyntaxKind.CloseBraceToken,
  ts.SyntaxKind.GreaterThanToken,
]);

const git = (...args: string[]) =>
  execFileSync('git', ['-C', ROOT, ...args], { encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 });

function tokensOf(text: string): number {
  const scanner = ts.createScanner(ts.ScriptTarget.Latest, true, ts.LanguageVariant.Standard, text);
  let count = 0;
  let isAfterComma = false;
  for (let kind = scanner.scan(); kind !== ts.SyntaxKind.EndOfFileToken; kind = scanner.scan()) {
    if (isAfterComma && CLOSERS.has(kind)) count--;
    isAfterComma = kind === ts.SyntaxKind.CommaToken;
    count++;
  }
  return count;
}

function countCommit(ref: string): Map<string, { files: number; tokens: number }> {
  const perFolder = new Map<string, { files: number; tokens: number }>();
  for (const path of git('ls-tree', '-r', '--name-only', ref).split('\n')) {
    if (!PRODUCTION.test(path) || TEST.test(path)) continue;
    const folder = path.split('/').slice(0, 2).join('/');
    const sum = perFolder.get(folder) ?? { files: 0, tokens: 0 };
    sum.files++;
    sum.tokens += tokensOf(git('show', `${ref}:${path}`));
    perFolder.set(folder, sum);
  }
  return perFolder;
}

for (const ref of process.argv.length > 2 ? process.argv.slice(2) : ['HEAD']) {
  const perFolder = [...countCommit(ref)].sort(([a], [b]) => a.localeCompare(b));
  for (const [folder, { files, tokens }] of perFolder)
    console.log(`${folder.padEnd(28)} ${String(files).padStart(5)} files ${String(tokens).padStart(8)} tokens`);
  const sum = perFolder.reduce((total, [, { tokens }]) => total + tokens, 0);
  console.log(`${git('rev-parse', '--short', ref).trim()}: ${sum} tokens of production code\n`);
}
