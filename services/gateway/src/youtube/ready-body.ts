import type { Result } from '@precis/proto/summarisation/v1/summarisation';
import { type SummaryForm, textIn } from './summary-form.js';
import { resultView } from './youtube.schemas.js';

/** An answer that only has to be sent. It is a string, because Node writes a string together with the headers; a buffer would be a second write. */
export interface ReadyBody {
  type: string;
  text: string;
}

/** Renders the answer of summarise in the requested form. */
export function readyBody(result: Result, form: SummaryForm): ReadyBody {
  return (
    textIn(form, result) ?? {
      type: 'application/json; charset=utf-8',
      text: JSON.stringify(resultView(result, form.timestamps)),
    }
  );
}
