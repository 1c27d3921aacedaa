import { createHash } from 'node:crypto';

/** A person who signed in at the sandbox's provider. */
export interface Person {
  /** The provider's id of a person: always the same one for an e-mail address. */
  sub: string;
  email: string;
  name: string;
  isEmailVerified: boolean;
}

const MOST_KEPT = 100;

/** People who have signed in, newest first; lost with the process. */
export class People {
  private readonly kept = new Map<string, Person>();

  remember(email: string, name: string, isEmailVerified: boolean): Person {
    const sub = createHash('sha256').update(email.toLowerCase()).digest('hex').slice(0, 21);
    const person = { sub, email, name, isEmailVerified };
    this.kept.delete(sub);
    this.kept.set(sub, person);
    if (this.kept.size > MOST_KEPT) this.kept.delete(this.kept.keys().next().value!);
    return person;
  }

  of(sub: string): Person | undefined {
    return this.kept.get(sub);
  }

  newest(count: number): Person[] {
    return [...this.kept.values()].toReversed().slice(0, count);
  }
}
