/** The built file of a test file, of services, packages and the web app. */
export function builtFile(source: string): string {
  const built = source.startsWith('web/')
    ? source.replace('web/', 'web/dist/compiled/')
    : source.replace('/src/', '/dist/');
  return built.replace(/\.tsx?$/, '.js');
}

/** The source of a built file; `isThere` tells which files of the web app are TSX. */
export function sourceFile(built: string, isThere: (path: string) => boolean): string {
  if (!built.startsWith('web/')) return built.replace('/dist/', '/src/').replace(/\.js$/, '.ts');
  const source = built.replace('web/dist/compiled/', 'web/').replace(/\.js$/, '.ts');
  return isThere(source) ? source : `${source}x`;
}
