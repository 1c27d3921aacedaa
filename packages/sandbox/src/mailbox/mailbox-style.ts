/** The page's only style; its hash stands in the content security policy. */
export const mailboxStyle = `
:root { color-scheme: light dark; --ink: #1c2126; --soft: #57606a; --paper: #fff; --ground: #f3f4f6; --line: #c9ced4; --link: #0b57b0; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6e9ec; --soft: #a3abb4; --paper: #1d2126; --ground: #121518; --line: #3b434b; --link: #8ab8ff; }
}
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 56rem; padding: 1rem; font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--ground); }
h1 { font-size: 1.4rem; margin: 0; }
h2 { font-size: 1.1rem; margin: 0 0 .5rem; overflow-wrap: anywhere; }
header p { color: var(--soft); margin: .25rem 0 .75rem; overflow-wrap: anywhere; }
form { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; margin-bottom: 1rem; }
input { flex: 1 1 12rem; min-width: 0; }
input, button { font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--line); border-radius: 6px; padding: .4rem .7rem; min-height: 2.75rem; }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
article { background: var(--paper); border: 1px solid var(--line); border-radius: 8px; padding: 1rem; margin-bottom: 1rem; }
dl { display: grid; grid-template-columns: auto 1fr; gap: 0 .75rem; margin: 0 0 .75rem; font-size: .9rem; color: var(--soft); }
dd { margin: 0; overflow-wrap: anywhere; }
pre { font: inherit; white-space: pre-wrap; overflow-wrap: anywhere; margin: 0; }
ul { list-style: none; margin: .75rem 0 0; padding: .75rem 0 0; border-top: 1px solid var(--line); }
li { overflow-wrap: anywhere; }
li + li { margin-top: .5rem; }
a { color: var(--link); }
`;
