import { bareWord } from './bare-word.js';
import { PAUSE_EVERY, type Sliced } from './slices.js';

/**
 * The different words of a transcript, each in the form it was said, by number. Hours of speech say each of them many times: what hangs on the word
 * alone is judged once for each form, and words are compared by their numbers.
 */
export class WordForms {
  readonly texts: string[] = [];
  private readonly numbers = new Map<string, number>();
  private readonly bares: string[] = [];

  /** The number of `text`: the next one when it was not said before. */
  numberOf(text: string): number {
    let form = this.numbers.get(text);
    if (form === undefined) this.numbers.set(text, (form = this.texts.push(text) - 1));
    return form;
  }

  /** bareWord() of a form. */
  bareOf(form: number): string {
    return (this.bares[form] ??= bareWord(this.texts[form]));
  }

  /** What `judge` says of each form, in slices. */
  *judged(judge: (text: string, form: number) => number): Sliced<Int32Array> {
    const verdicts = new Int32Array(this.texts.length);
    for (let form = 0; form < verdicts.length; form += 1) {
      if (form % PAUSE_EVERY.words === 0) yield;
      verdicts[form] = judge(this.texts[form], form);
    }
    return verdicts;
  }
}
