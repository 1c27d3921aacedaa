declare module 'stopword' {
  const lists: Record<string, readonly string[]>;
  export = lists;
}
