import type { Result } from '@precis/proto/summarisation/v1/summarisation';
import { type SummaryForm, textIn } from './summary-form.js';
import { resultView } from './youtube.schemas.js';

/** An answer that only has to be sent. */
export interface ReadyBody {
  type: string;
  bytes: Buffer;
}

/** The answer of summarise, in the asked form. */
export function readyBody(result: Result, form: SummaryForm): ReadyBody {
  const { type, text } = textIn(form, result) ?? {
    type: 'application/json; charset=utf-8',
    text: JSON.stringify(resultView(result, form.timestamps)),
  };
  // A memory of its own: part of a shared one would keep the whole of it for as long as these bytes are kept.
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  bytes.write(text);
  return { type, bytes };
}
