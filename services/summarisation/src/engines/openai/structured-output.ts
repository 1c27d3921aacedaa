import { ANSWER_SCHEMA, answerIn, type ModelSummary } from './answer.js';
import type { ModelCalls, SummaryCalls } from './model-calls.js';
import type { AnswerForm } from './model-client.js';
import { ModelFailed } from './model-failed.js';
import { ANSWER_TOKENS, type Question, systemMessage, userMessage } from './prompt.js';

/** From the strictest form to the one that every server supports. */
const LADDER: AnswerForm[] = ['json_schema', 'json_object', 'text'];

/**
 * Asks for an answer in JSON. Not every server supports every way to request JSON, so after status 400 the question is asked again in the next form.
 * Later questions begin with the form that was answered, for as long as this process runs, because it uses only one server.
 */
export class StructuredOutput {
  private rung = 0;

  constructor(private readonly calls: Pick<ModelCalls, 'complete' | 'judged' | 'isOnTrial'>) {}

  /** Throws ModelFailed. When an answer did not fit, asks once more for a shorter one. */
  async ask(question: Question, calls: SummaryCalls): Promise<ModelSummary> {
    try {
      return await this.descend(question, calls);
    } catch (error) {
      if (!(error instanceof ModelFailed && error.code === 'length')) throw error;
      return this.descend({ ...question, isShorter: true }, calls);
    }
  }

  get isOnTrial(): boolean {
    return this.calls.isOnTrial;
  }

  /** Reports whether the results of the answers could be delivered. */
  judged(isUseful: boolean): void {
    this.calls.judged(isUseful);
  }

  private async descend(question: Question, calls: SummaryCalls): Promise<ModelSummary> {
    const user = userMessage(question);
    for (let rung = this.rung; ; rung += 1) {
      const form = LADDER[rung];
      const request = {
        system: systemMessage(question, form === 'json_schema' ? undefined : ANSWER_SCHEMA),
        user,
        form,
        schema: ANSWER_SCHEMA,
        maxTokens: ANSWER_TOKENS[question.length],
      };
      try {
        return await this.calls.complete(request, calls, (text) => {
          // The form is remembered only after an answer: a request may be refused for a reason that no other form avoids.
          this.rung = Math.max(this.rung, rung);
          return answerIn(text);
        });
      } catch (error) {
        if (!(error instanceof ModelFailed && error.code === 'unsupported')) throw error;
        if (rung === LADDER.length - 1) throw new ModelFailed('rejected', error.detail);
      }
    }
  }
}
