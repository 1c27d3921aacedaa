import { type Account, register } from '../deployment/accounts.js';
import type { Answer } from '../deployment/call.js';
import type { Deployment } from '../deployment/deployment.js';
import { inParallel } from '../kill-nine/load.js';

interface Owner {
  account: Account;
  hasKey: boolean;
  busy: boolean;
}

/** Accounts that create and revoke their key in turn: each step is an event, and the events of one account have an order. */
export class KeyOwners {
  private turn = 0;

  private constructor(
    private readonly precis: Deployment,
    private readonly owners: Owner[],
  ) {}

  static async prepare(precis: Deployment, count: number): Promise<KeyOwners> {
    const owners: Owner[] = [];
    await inParallel(
      count,
      count,
      async () => void owners.push({ account: await register(precis), hasKey: false, busy: false }),
    );
    return new KeyOwners(precis, owners);
  }

  /** The next owner creates or revokes its key. If all owners still wait for answers, reads an account instead, so that the pace stays the same. */
  async step(): Promise<Answer> {
    const order = this.owners.map((_, index) => this.owners[(this.turn + index) % this.owners.length]);
    this.turn++;
    const owner = order.find(({ busy }) => !busy);
    if (!owner) return this.precis.call('GET', '/api/auth/me', { token: order[0].account.token });
    owner.busy = true;
    try {
      const { token } = owner.account;
      const answer = await (owner.hasKey
        ? this.precis.call('PUT', '/api/api-key/revoke', { token })
        : this.precis.call('POST', '/api/api-key/generate', { token }));
      if (answer.status === 200) owner.hasKey = !owner.hasKey;
      return answer;
    } finally {
      owner.busy = false;
    }
  }
}
