/** What a person types into the sandbox's sign-in page. */
export interface Typed {
  email: string;
  name: string;
  /** Whether the provider has verified the e-mail address; default: true. */
  isEmailVerified?: boolean;
}

const MOST_STEPS = 5;

/**
 * Fills in or closes the sign-in page of `url`, as a browser would. Returns the address to which the provider sends the browser back, without
 * visiting it. For tests.
 */
export async function signInAtSandbox(url: string, typed: Typed | 'cancel'): Promise<string> {
  const { origin } = new URL(url);
  const cookies = new Map<string, string>();
  const form: Record<string, string> =
    typed === 'cancel'
      ? { cancel: 'yes' }
      : { email: typed.email, name: typed.name, ...(typed.isEmailVerified !== false && { verified: 'yes' }) };
  let at = url;
  for (let step = 0; step < MOST_STEPS; step++) {
    const isPage = new URL(at).pathname.startsWith('/sign-in/');
    const response = await fetch(at, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') },
      ...(isPage && { method: 'POST', body: new URLSearchParams(form) }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [name, value] = line.split(';')[0].split('=', 2);
      cookies.set(name, value);
    }
    const next = response.headers.get('location');
    if (!next) throw new Error(`the provider answered ${response.status}: ${(await response.text()).slice(0, 200)}`);
    await response.body?.cancel();
    at = new URL(next, at).href;
    if (new URL(at).origin !== origin) return at;
  }
  throw new Error('the provider never sent the browser back');
}
