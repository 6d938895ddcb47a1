/** The look of the report: light and dark as the reader has it, system fonts, fit to print. */
export const PAGE_STYLE = `
:root{color-scheme:light dark;--ground:#fbfaf8;--card:#fff;--ink:#1d2128;--soft:#5a6270;--line:#e3e1dc;--grid:#ecebe7;--accent:#1f5fbf;--second:#b4520a;--third:#0b7a68;--muted:#7b8390;--warn:#8a4b00;--warn-ground:#fff5e4;--good:#11703c;--bad:#b3261e}
@media (prefers-color-scheme:dark){:root{--ground:#14161a;--card:#1c1f25;--ink:#e9ebef;--soft:#a3abb8;--line:#31353e;--grid:#2a2e36;--accent:#7fb2ff;--second:#ffae66;--third:#5fd3bb;--muted:#8d96a5;--warn:#ffd08a;--warn-ground:#2d2414;--good:#74d49a;--bad:#ff938a}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:16px/1.6 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",sans-serif;font-variant-numeric:tabular-nums}
main,header,footer{max-width:60rem;margin:0 auto;padding:0 1.25rem}
header{padding-top:3.5rem}
h1{font-size:clamp(1.8rem,4.5vw,2.6rem);line-height:1.15;letter-spacing:-.02em;margin:0 0 .5rem;font-weight:650}
h2{font-size:1.35rem;letter-spacing:-.01em;margin:3.25rem 0 .35rem;font-weight:650}
h3{font-size:1rem;margin:1.75rem 0 .5rem;font-weight:650}
p{margin:.35rem 0 .9rem;max-width:44rem}
.lead,.soft,figcaption,caption,footer{color:var(--soft)}
.lead{font-size:1.08rem}
.card{background:var(--card);border:1px solid var(--line);border-radius:14px;padding:1.4rem 1.5rem;margin:1.1rem 0}
.verdict{display:grid;grid-template-columns:auto 1fr;gap:.2rem 2rem;align-items:center}
.verdict .big{font-size:clamp(2.6rem,8vw,4.2rem);line-height:1;font-weight:680;letter-spacing:-.03em;color:var(--accent)}
.verdict p{margin:0}
.facts{display:grid;grid-template-columns:repeat(auto-fit,minmax(13rem,1fr));gap:.9rem;margin:1.1rem 0;padding:0;list-style:none}
.facts li{background:var(--card);border:1px solid var(--line);border-radius:12px;padding:.95rem 1.1rem}
.facts b{display:block;font-size:1.35rem;font-weight:650;letter-spacing:-.01em}
.facts span{color:var(--soft);font-size:.9rem}
.warnings{list-style:none;margin:1.1rem 0;padding:0}
.warnings li{background:var(--warn-ground);border-left:4px solid var(--warn);border-radius:0 10px 10px 0;padding:.7rem 1rem;margin:.5rem 0}
.warnings b{color:var(--warn)}
figure{margin:1rem 0}
figcaption{font-size:.92rem;max-width:44rem;margin-top:.5rem}
.scroll{overflow-x:auto;border-radius:8px}
.scroll:focus-visible,summary:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.plot{display:block;width:100%;min-width:34rem;height:auto}
.plot[id^=reliability]{max-width:34rem;min-width:24rem;margin:0 auto}
.plot text{font:13px system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;fill:var(--soft);font-variant-numeric:tabular-nums}
.plot .row{font-size:14px;fill:var(--ink)}
.plot .label{font-size:13px;fill:var(--ink)}
.plot .count{font-size:12px;paint-order:stroke;stroke:var(--card);stroke-width:4px;stroke-linejoin:round}
.grid{stroke:var(--grid)}
.reference{stroke:var(--muted);stroke-width:1.5;stroke-dasharray:5 5}
.series-0{--c:var(--accent)}.series-1{--c:var(--second)}.series-2{--c:var(--third)}.muted{--c:var(--muted)}
.mark .dot{fill:var(--c);stroke:var(--card);stroke-width:1.5}
.mark .whisker{stroke:var(--c);stroke-width:2.5;stroke-linecap:round}
.mark .line{fill:none;stroke:var(--c);stroke-width:2.5;stroke-linejoin:round}
.mark .band{fill:var(--c);opacity:.13}
.dash-1 .line{stroke-dasharray:9 5}.dash-2 .line{stroke-dasharray:2 5;stroke-linecap:round}
.diamond{fill:none;stroke:var(--muted);stroke-width:2}
.here line{stroke:var(--ink);stroke-width:1.5}.here text{fill:var(--ink);font-weight:600}
table{border-collapse:collapse;width:100%;font-size:.92rem}
caption{text-align:left;padding:.2rem 0 .5rem;font-size:.9rem}
th,td{text-align:left;padding:.5rem .9rem .5rem 0;border-bottom:1px solid var(--line);vertical-align:top}
td{white-space:nowrap}
thead th{color:var(--soft);font-weight:550;font-size:.86rem;white-space:nowrap}
tbody th{font-weight:550}
tbody tr:last-child>*{border-bottom:0}
details{margin:.6rem 0}
summary{cursor:pointer;color:var(--soft);border-radius:4px}
.good{color:var(--good);font-weight:600}.bad{color:var(--bad);font-weight:600}
.legend{display:flex;flex-wrap:wrap;gap:.3rem 1.4rem;font-size:.9rem;color:var(--soft);margin:.2rem 0 .6rem;padding:0;list-style:none}
.legend svg{width:16px;height:16px;vertical-align:-3px;margin-right:.4rem}
code{font:.9em ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;overflow-wrap:anywhere}
footer{margin-top:3.5rem;padding-bottom:3rem;font-size:.88rem;border-top:1px solid var(--line);padding-top:1.2rem}
@media (max-width:34rem){.verdict{grid-template-columns:1fr}.card{padding:1.1rem}}
@media print{body{background:#fff}.card,.facts li{break-inside:avoid}details>*{display:block}}
`;
