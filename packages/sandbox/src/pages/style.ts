import { SIZES, TOKENS } from './tokens.js';

const variables = (of: Record<string, string>) =>
  Object.entries(of)
    .map(([name, value]) => `--${name}: ${value};`)
    .join(' ');

/** The only style of all sandbox pages, with the web app's colours. Their content security policy contains its hash. */
export const style = `
:root {
  color-scheme: light dark;
  ${variables({ ...TOKENS.light, ...SIZES })}
  --interface: 'Inter Variable', Inter, system-ui, sans-serif;
  --reading: 'Source Serif 4 Variable', 'Source Serif 4', Georgia, serif;
  --code: 'JetBrains Mono Variable', 'JetBrains Mono', ui-monospace, monospace;
}
@media (prefers-color-scheme: dark) {
  :root { ${variables(TOKENS.dark)} }
}
*, *::before, *::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body { margin: 0; font: 16px/1.6 var(--interface); color: var(--ink); background: var(--paper); overflow-wrap: anywhere; -webkit-font-smoothing: antialiased; }
h1, h2, p, ul, dl, dd, form, pre { margin: 0; }
h1 { font: 500 28px/1.25 var(--reading); letter-spacing: -.01em; overflow-wrap: break-word; }
h2 { font: 600 16px/1.4 var(--interface); }
a { color: var(--action); text-underline-offset: 3px; }
:focus-visible { outline: 2px solid var(--action); outline-offset: 2px; }

.banner { display: flex; flex-wrap: wrap; gap: 0 12px; justify-content: center; align-items: center; padding: 12px 16px; font-size: 14px; line-height: 20px; text-align: center; color: var(--warn); background: var(--warn-tint); border-bottom: 1px solid var(--warn-line); }
.banner strong { font-weight: 600; letter-spacing: .06em; }
main { display: grid; gap: 24px; width: min(448px, 100% - 32px); margin: 0 auto; padding: 32px 0 64px; }
main.reading { width: min(720px, 100% - 32px); }
.card { display: grid; grid-template-columns: minmax(0, 1fr); gap: 16px; align-content: start; padding: 20px; background: var(--surface); border: 1px solid var(--hairline); border-radius: var(--radius); }
.intro { display: grid; gap: 8px; }
.soft { color: var(--muted); font-size: 14px; line-height: 20px; }

label { font-size: 14px; line-height: 20px; font-weight: 500; }
.field, .fields { display: grid; gap: 4px; }
.fields { gap: 16px; }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 16px; align-items: end; }
input { width: 100%; min-width: 0; min-height: 44px; padding: 8px 12px; font: inherit; font-size: 16px; line-height: 24px; color: var(--ink); background: var(--surface); border: 1px solid var(--control-line); border-radius: var(--radius-control); font-variant-numeric: tabular-nums; }
input[readonly] { color: var(--muted); background: var(--sunken); border-color: var(--hairline); }
input[type=checkbox] { flex: none; width: 20px; min-height: 20px; height: 20px; margin: 0; accent-color: var(--action); }
.box { display: flex; gap: 12px; align-items: center; min-height: 44px; font-size: 16px; font-weight: 400; }
.search { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 4px 12px; }
.search label { grid-column: 1 / -1; }
.search button { width: auto; padding: 8px 20px; }

button, .button { display: flex; align-items: center; justify-content: center; width: 100%; min-height: 44px; padding: 8px 16px; font: inherit; font-weight: 550; line-height: 24px; text-align: center; text-decoration: none; color: var(--ink); background: var(--surface); border: 1px solid var(--control-line); border-radius: var(--radius-control); cursor: pointer; }
button:hover, .button:hover { border-color: var(--ink); }
.act { min-height: 48px; font-weight: 600; color: var(--action-ink); background: var(--action); border-color: var(--action); }
.act:hover { filter: brightness(1.08); border-color: var(--action); }
.back { width: auto; margin-left: -4px; padding: 8px 4px; color: var(--muted); background: none; border: 0; font-weight: 500; }
.back:hover { color: var(--ink); }
.others { display: grid; gap: 12px; padding-top: 16px; border-top: 1px solid var(--hairline); }

.amount { font-size: 32px; line-height: 40px; font-weight: 600; letter-spacing: -.02em; font-variant-numeric: tabular-nums; }
.seller { display: flex; align-items: center; gap: 12px; font-weight: 600; }
.seller span { display: grid; place-items: center; flex: none; width: 32px; height: 32px; font: 600 20px/1 var(--reading); color: var(--paper); background: var(--ink); border-radius: var(--radius-control); }
.order { display: grid; grid-template-columns: minmax(0, 1fr); gap: 20px; align-content: start; }
.lines { display: grid; gap: 16px; }
.lines div { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 0 16px; }
.lines dd { text-align: right; font-variant-numeric: tabular-nums; }
.lines .note { grid-column: 1; text-align: left; color: var(--muted); font-size: 14px; line-height: 20px; }
.lines .total { padding-top: 16px; border-top: 1px solid var(--hairline); font-weight: 600; }
.facts { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 8px 16px; font-size: 14px; line-height: 20px; }
.facts dt { color: var(--muted); overflow-wrap: normal; }
.facts dd { font-variant-numeric: tabular-nums; }
.sums dd { text-align: right; }
.alert, .done, .state { padding: 12px 16px; font-weight: 500; background: var(--sunken); border-radius: var(--radius-control); }
.alert, .bad { color: var(--bad); background: var(--bad-tint); }
.done, .good { color: var(--good); background: var(--good-tint); }
.code { display: block; padding: 12px 16px; font: 14px/20px var(--code); background: var(--sunken); border-radius: var(--radius-control); }
.mail h2 { font: 500 20px/1.3 var(--reading); }
.mail pre { padding-top: 16px; border-top: 1px solid var(--hairline); font: inherit; white-space: pre-wrap; overflow-wrap: anywhere; }
.links { display: grid; gap: 12px; padding: 16px 0 0; border-top: 1px solid var(--hairline); list-style: none; font-size: 14px; line-height: 20px; }
.links a { display: inline-block; padding: 4px 0; }

@media (min-width: 640px) {
  main { padding-top: 48px; }
  h1 { font-size: 40px; line-height: 1.15; }
  .order h1 { font-size: 28px; line-height: 1.25; }
  .amount { font-size: 40px; line-height: 48px; }
  .card { padding: 28px; }
}
@media (min-width: 896px) {
  main.beside { grid-template-columns: minmax(0, 1fr) 416px; gap: 80px; width: min(960px, 100% - 64px); align-items: start; }
  .beside .others { grid-template-columns: 1fr 1fr; }
  .beside .others .soft { grid-column: 1 / -1; }
}
@media (prefers-reduced-motion: no-preference) { button, .button { transition: border-color 160ms ease-out, filter 160ms ease-out; } }
`;
