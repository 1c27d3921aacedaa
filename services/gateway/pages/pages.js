// What every page here does; the scripts of the single pages come after this one.
const UNREACHABLE = 'The server could not be reached. Please try again.';

function show(title, text) {
  document.getElementById('title').textContent = title;
  document.getElementById('text').textContent = text;
}

/** Takes the query out of the address: a link that works once must not stay in the history or in a shared address. */
function takeQuery() {
  const query = new URLSearchParams(location.search);
  history.replaceState(null, '', location.pathname);
  return query;
}

/** Sends JSON, or asks when there is no body. Answers what came back; throws a sentence for people. */
async function send(path, body, token) {
  const response = await fetch(path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: body && JSON.stringify(body),
  }).catch(() => {
    throw new Error(UNREACHABLE);
  });
  const answer = await response.json().catch(() => ({ error: UNREACHABLE }));
  if (!response.ok) throw Object.assign(new Error(answer.error), { code: answer.code, status: response.status });
  return Object.assign(answer, { sessionToken: response.headers.get('x-session-token') });
}

/** Runs `work` when the form is sent, once at a time; what it throws is shown. */
function onSubmit(work) {
  const form = document.getElementById('form');
  const button = form.querySelector('button');
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    button.disabled = true;
    work()
      .catch((error) => (document.getElementById('text').textContent = error.message))
      .finally(() => (button.disabled = false));
  });
}

const valueOf = (id) => document.getElementById(id).value;
const hideForm = () => document.getElementById('form').remove();
