const LOOKS = 30;
const PAUSE_MS = 2_000;
const OPEN = ['created', 'pending', 'processing'];

/** That the browser came here proves nothing: what became of the payment is asked for, and only by who is logged in. */
async function watch(id, token) {
  for (let look = 0; look < LOOKS; look++) {
    const { payment } = await send(`/api/payment/session/${encodeURIComponent(id)}`, undefined, token);
    if (payment.status === 'completed') return show('Payment successful!', 'Your plan is paid.');
    if (!OPEN.includes(payment.status)) return show('Payment not completed', `The payment is ${payment.status}.`);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

const id = new URLSearchParams(location.search).get('session_id');
const token = localStorage.getItem('token');
// What cannot be asked leaves the page as it is.
if (id && token) watch(id, token).catch(() => undefined);
