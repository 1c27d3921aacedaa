import type * as Generated from '../generated-api';
import type { Reader } from './reader';

type Endpoints = (typeof Generated.generatedApi)['endpoints'];

/** The fields of an operation's answer that a page may rely on, as in the gateway's document. */
export type AnswerTo<Name extends keyof Endpoints> = Endpoints[Name]['Types']['ResultType'];

/** The reader of each operation's answer. */
export type Answers = { [Name in keyof Endpoints]: Reader<AnswerTo<Name>> };
