import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  globSync,
  lstatSync,
  lutimesSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  utimesSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { repositoryFolder } from '../cluster-home.js';

const EPOCH = new Date('2026-01-01T00:00:00Z');
/** The paths that .dockerignore lets through: its lines with an exclamation mark. */
function contextPaths(root: string): string[] {
  const lines = readFileSync(join(root, '.dockerignore'), 'utf8').split('\n');
  return lines.filter((line) => line.startsWith('!')).map((line) => line.slice(1).trim());
}

/** The input files of images: tracked ones and new ones that git does not ignore. */
function inputFiles(root: string): string[] {
  const words = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', ...contextPaths(root)];
  const listed = execFileSync('git', words, { cwd: root, encoding: 'utf8', maxBuffer: 50_000_000 });
  const paths = new Set(['.dockerignore', 'deploy/Dockerfile', ...listed.split('\0').filter(Boolean)]);
  // Excludes files that were removed but not yet committed.
  return [...paths].filter((path) => lstatSync(join(root, path), { throwIfNoEntry: false })).sort();
}

/** Files that are in no image: a change of a test must not rebuild images. */
const IN_NO_IMAGE = /^packages\/(cluster|e2e|testing|bench)\/|\.(spec\.tsx?|e2e\.ts|md)$/;

/** A hash of everything that the images are made of. */
export function imageInputs(root = repositoryFolder): string {
  const hash = createHash('sha256');
  for (const path of inputFiles(root).filter((one) => !IN_NO_IMAGE.test(one))) {
    const at = join(root, path);
    const status = lstatSync(at);
    hash.update(`${path}\0${status.mode & 0o111}\0`);
    hash.update(status.isSymbolicLink() ? readlinkSync(at) : readFileSync(at));
  }
  return hash.digest('hex').slice(0, 12);
}

/**
 * Copies the input files into a folder, all with one timestamp. So edits during the builds change no image, and the layers that two builds have
 * in common are the same.
 */
export function stageInputs(folder: string, root = repositoryFolder): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const path of inputFiles(root)) {
    const to = join(folder, path);
    mkdirSync(dirname(to), { recursive: true });
    cpSync(join(root, path), to, { verbatimSymlinks: true });
    lutimesSync(to, EPOCH, EPOCH);
  }
  for (const path of globSync('**/', { cwd: folder })) utimesSync(join(folder, path), EPOCH, EPOCH);
}
