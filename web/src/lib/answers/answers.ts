import type * as Generated from '../generated-api';
import type { Reader } from './reader';

type Endpoints = (typeof Generated.generatedApi)['endpoints'];

/** What a page may rely on in the answer of an operation, as the gateway's document has it. */
export type AnswerTo<Name extends keyof Endpoints> = Endpoints[Name]['Types']['ResultType'];

/** How the answer of each operation is read. */
export type Answers = { [Name in keyof Endpoints]: Reader<AnswerTo<Name>> };
