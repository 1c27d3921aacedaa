/** The checkout page's only style; its hash stands in the content security policy. */
export const checkoutStyle = `
:root { color-scheme: light dark; --ink: #1a1f26; --soft: #5b6673; --paper: #fff; --ground: #f5f6f8; --line: #d8dde3; --field: #fff; --accent: #1f5fd6; --accent-ink: #fff; --bad: #b3261e; --bad-ground: #fdecea; --good: #1b7a43; --good-ground: #e6f5ec; --test: #8a4b00; --test-ground: #ffe9c7; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e8ebef; --soft: #a2adb9; --paper: #1a1f25; --ground: #111418; --line: #343c45; --field: #21272e; --accent: #5b93ff; --accent-ink: #0b1220; --bad: #ffb4ab; --bad-ground: #3c1a18; --good: #86dba6; --good-ground: #14301f; --test: #ffd28a; --test-ground: #3a2a0c; }
}
* { box-sizing: border-box; }
body { margin: 0; font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; color: var(--ink); background: var(--ground); overflow-wrap: anywhere; }
.banner { display: flex; flex-wrap: wrap; gap: .25rem .75rem; justify-content: center; align-items: center; padding: .5rem 1rem; font-size: .875rem; color: var(--test); background: var(--test-ground); text-align: center; }
.banner strong { letter-spacing: .06em; }
main { display: grid; gap: 1.5rem; max-width: 28rem; margin: 0 auto; padding: 1.25rem 1rem 2rem; }
h1, h2, p, dl, dd { margin: 0; }
h1 { font-size: 1rem; font-weight: 500; color: var(--soft); }
h2 { font-size: 1.0625rem; font-weight: 600; }
.seller { display: flex; align-items: center; gap: .625rem; font-weight: 600; margin-bottom: 1.5rem; }
.seller span { display: grid; place-items: center; flex: none; width: 2rem; height: 2rem; border-radius: 8px; color: var(--accent-ink); background: var(--accent); }
.amount { font-size: 2.5rem; line-height: 1.2; font-weight: 650; letter-spacing: -.02em; font-variant-numeric: tabular-nums; }
.lines { margin-top: 1.5rem; display: grid; gap: .875rem; }
.lines div { display: grid; grid-template-columns: 1fr auto; gap: 0 1rem; }
.lines dd { font-variant-numeric: tabular-nums; text-align: right; }
.lines .note { grid-column: 1; color: var(--soft); font-size: .875rem; text-align: left; }
.lines .total { border-top: 1px solid var(--line); padding-top: .875rem; font-weight: 600; }
.panel { background: var(--paper); border: 1px solid var(--line); border-radius: 14px; padding: 1.25rem; display: grid; gap: 1rem; align-content: start; }
.fields { display: grid; gap: .75rem; }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: .75rem; }
label { display: grid; gap: .25rem; font-size: .875rem; font-weight: 500; }
input { font: inherit; font-size: 1rem; width: 100%; min-width: 0; min-height: 2.75rem; padding: .5rem .75rem; color: var(--ink); background: var(--field); border: 1px solid var(--line); border-radius: 8px; font-variant-numeric: tabular-nums; }
form { margin: 0; }
button, .button { display: flex; align-items: center; justify-content: center; width: 100%; min-height: 2.75rem; padding: .5rem 1rem; font: inherit; font-weight: 550; text-align: center; text-decoration: none; color: var(--ink); background: var(--paper); border: 1px solid var(--line); border-radius: 8px; cursor: pointer; }
button:hover, .button:hover { border-color: var(--soft); }
.primary { min-height: 3.125rem; font-size: 1.0625rem; font-weight: 600; color: var(--accent-ink); background: var(--accent); border-color: var(--accent); }
.primary:hover { filter: brightness(1.07); border-color: var(--accent); }
.back { display: inline; width: auto; min-height: 2.75rem; padding: 0 .25rem; margin: 0 0 .5rem -.25rem; border: 0; background: none; color: var(--soft); font-weight: 500; }
.back:hover { color: var(--ink); }
.others { display: grid; gap: .625rem; border-top: 1px solid var(--line); padding-top: 1rem; }
.soft { color: var(--soft); font-size: .875rem; }
.alert, .done { border-radius: 8px; padding: .75rem 1rem; font-weight: 500; }
.alert { color: var(--bad); background: var(--bad-ground); }
.done { color: var(--good); background: var(--good-ground); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
@media (min-width: 56rem) {
  main { grid-template-columns: 1fr 26rem; gap: 5rem; max-width: 64rem; padding: 4rem 2rem; align-items: start; }
  .others { grid-template-columns: 1fr 1fr; }
  .others .soft { grid-column: 1 / -1; }
  .panel { padding: 1.75rem; }
}
@media (prefers-reduced-motion: no-preference) { button, .button { transition: border-color .12s, filter .12s; } }
`;
