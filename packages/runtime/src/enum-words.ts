/** The words of a protobuf enum: with the prefix `SUMMARY_TYPE`, `SUMMARY_TYPE_SHORT` has the word `short`. Unspecified has no word. */
export type WordsOf<Names, Prefix extends string> = Exclude<
  Names extends `${Prefix}_${infer Word}` ? Lowercase<Word> : never,
  'unspecified'
>;

/**
 * Maps the words of a protobuf enum to their numbers. The enum is their only list: a new value has its word everywhere at once, and each `Record`
 * keyed by word does not compile until it has an entry for it.
 */
export class EnumWords<Word extends string> {
  private readonly byWord: ReadonlyMap<Word, number>;

  private constructor(pairs: [Word, number][]) {
    this.byWord = new Map(pairs);
  }

  static of<Type extends Record<string, string | number>, const Prefix extends string>(
    type: Type,
    prefix: Prefix,
  ): EnumWords<WordsOf<keyof Type, Prefix>> {
    const pairs = Object.entries(type).flatMap(([name, value]) =>
      typeof value === 'number' && name.startsWith(`${prefix}_`) && value !== 0
        ? [[name.slice(prefix.length + 1).toLowerCase(), value] as [WordsOf<keyof Type, Prefix>, number]]
        : [],
    );
    return new EnumWords(pairs);
  }

  /** All words in the order of the enum. */
  get all(): Word[] {
    return [...this.byWord.keys()];
  }

  numberOf(word: Word): number {
    return this.byWord.get(word)!;
  }

  /** The word of a number; undefined for unspecified and for a value of a newer release. */
  find(value: number): Word | undefined {
    return this.all.find((word) => this.byWord.get(word) === value);
  }

  /** Throws for a number without a word, because callers would trust a wrong word. */
  wordOf(value: number): Word {
    const word = this.find(value);
    if (word === undefined) throw new Error(`none of ${this.all.join(', ')} has the number ${value}`);
    return word;
  }
}
