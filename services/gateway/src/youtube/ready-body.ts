import type { Result } from '@precis/proto/summarisation/v1/summarisation';
import { type SummaryForm, textIn } from './summary-form.js';
import { resultView } from './youtube.schemas.js';

/** An answer that only has to be sent. A text: Node writes it together with the headers, where bytes would be a second part. */
export interface ReadyBody {
  type: string;
  text: string;
}

/** The answer of summarise, in the asked form. */
export function readyBody(result: Result, form: SummaryForm): ReadyBody {
  return (
    textIn(form, result) ?? {
      type: 'application/json; charset=utf-8',
      text: JSON.stringify(resultView(result, form.timestamps)),
    }
  );
}
