/** The style sheet of a site, in its own color. */
export function styleOf(accent: string): string {
  return `:root{--accent:${accent}}
*{box-sizing:border-box}
body{margin:0;font:17px/1.6 system-ui,sans-serif;color:#1c2430;background:#fff}
header{display:flex;flex-wrap:wrap;gap:1rem 2rem;align-items:center;padding:1rem 6vw;border-bottom:1px solid #e6e9ee}
.brand{font-weight:700;font-size:1.25rem;color:var(--accent);text-decoration:none}
nav{display:flex;flex-wrap:wrap;gap:1.2rem;flex:1}
nav a{color:inherit;text-decoration:none}
nav a[aria-current],nav a:hover{color:var(--accent)}
.phone{font-weight:600;color:var(--accent);text-decoration:none}
main{max-width:64rem;margin:0 auto;padding:2.5rem 6vw}
h1{font-size:2.2rem;line-height:1.2;margin:.2em 0 .5em}
h2{margin:2em 0 .6em}
.lead{font-size:1.2rem;color:#475569}
.grid{display:grid;gap:1rem;grid-template-columns:repeat(auto-fit,minmax(15rem,1fr))}
.card{border:1px solid #e6e9ee;border-radius:10px;padding:1.1rem 1.3rem}
.card h3{margin:0 0 .3rem}
a{color:var(--accent)}
.button{display:inline-block;background:var(--accent);color:#fff;padding:.7rem 1.4rem;border-radius:8px;text-decoration:none;margin:.3rem .4rem .3rem 0}
.button.quiet{background:none;color:var(--accent);border:1px solid var(--accent)}
table{border-collapse:collapse;width:100%}
th,td{text-align:left;padding:.6rem .8rem;border-bottom:1px solid #e6e9ee}
blockquote{margin:1rem 0;padding:.2rem 1.2rem;border-left:4px solid var(--accent)}
cite{color:#64748b;font-style:normal}
footer{display:flex;flex-wrap:wrap;gap:1rem 4rem;padding:2rem 6vw;background:#f5f7fa;color:#475569;font-size:.95rem}
`;
}
