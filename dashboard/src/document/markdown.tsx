import type { MarkedToken, Token, Tokens } from 'marked';
import { Fragment, type ReactNode } from 'react';
import classes from './document.module.css';
import { decoded, knownToken, plainText } from './parse.ts';

/** Shows markdown as elements of our own making: no HTML of it, links to the web alone, pictures only ours. */
export function Markdown({ tokens }: { tokens: readonly Token[] }) {
  return withKeys(tokens, (token) => {
    const known = knownToken(token);
    return known && elementOf(known);
  });
}

/** Tokens have no names of their own; their place is what they are known by, and it never changes. */
function withKeys(tokens: readonly Token[], shown: (token: Token) => ReactNode): ReactNode {
  return tokens.map((token, index) => {
    const key = `${index} ${token.type}`;
    return <Fragment key={key}>{shown(token)}</Fragment>;
  });
}

function elementOf(token: MarkedToken): ReactNode {
  switch (token.type) {
    case 'heading':
      return <h3>{inner(token)}</h3>;
    case 'paragraph':
      return <p>{inner(token)}</p>;
    case 'strong':
      return <strong>{inner(token)}</strong>;
    case 'em':
      return <em>{inner(token)}</em>;
    case 'del':
      return <del>{inner(token)}</del>;
    case 'blockquote':
      return <blockquote>{inner(token)}</blockquote>;
    case 'list':
      return listOf(token);
    case 'table':
      return tableOf(token);
    case 'code':
      return (
        <pre>
          <code>{token.text}</code>
        </pre>
      );
    case 'codespan':
      return <code>{decoded(token.text)}</code>;
    case 'hr':
      return <hr />;
    case 'br':
      return <br />;
    case 'link':
      return linkOf(token);
    case 'image':
      return pictureOf(token);
    case 'html':
      return token.text;
    case 'escape':
      return token.text;
    case 'text':
      return token.tokens ? inner({ tokens: token.tokens }) : decoded(token.text);
    default:
      return null;
  }
}

function inner({ tokens }: { tokens: readonly Token[] }): ReactNode {
  return <Markdown tokens={tokens} />;
}

function listOf({ ordered, start, items }: Tokens.List): ReactNode {
  const rows = withKeys(items, (item) => <li>{'tokens' in item && item.tokens && inner({ tokens: item.tokens })}</li>);
  return ordered ? <ol start={start === '' ? 1 : start}>{rows}</ol> : <ul>{rows}</ul>;
}

/** A wide table scrolls on its own, so that the text beside it keeps its measure. */
function tableOf({ header, rows }: Tokens.Table): ReactNode {
  const label = header.map(({ tokens }) => plainText(tokens)).filter(Boolean);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={classes.table} tabIndex={0} aria-label={`Table: ${label.join(', ')}`}>
      <table>
        <thead>
          <tr>{header.map((cell, at) => cellOf(cell, `${at}`, 'th'))}</tr>
        </thead>
        <tbody>
          {rows.map((row, at) => {
            const key = `${at}`;
            return <tr key={key}>{row.map((cell, column) => cellOf(cell, `${column}`, 'td'))}</tr>;
          })}
        </tbody>
      </table>
    </section>
  );
}

function cellOf({ tokens, align }: Tokens.TableCell, key: string, Cell: 'th' | 'td'): ReactNode {
  const isEmptyHead = Cell === 'th' && tokens.length === 0;
  const Element = isEmptyHead ? 'td' : Cell;
  return (
    <Element key={key} data-align={align ?? undefined} {...(Element === 'th' && { scope: 'col' })}>
      {inner({ tokens })}
    </Element>
  );
}

function linkOf({ href, tokens }: Tokens.Link): ReactNode {
  const address = URL.parse(href);
  if (!address || !/^https?:$/.test(address.protocol)) return inner({ tokens });
  return (
    <a href={address.href} target="_blank" rel="noreferrer noopener nofollow">
      {inner({ tokens })}
    </a>
  );
}

const OWN_PICTURE = /^data:image\/svg\+xml(;base64)?,/;

/** Charts come with the text as SVG, which runs nothing as a picture; whatever else is named is not fetched. */
function pictureOf({ href, text }: Tokens.Image): ReactNode {
  if (!OWN_PICTURE.test(href)) return decoded(text);
  return <img src={href} alt={decoded(text)} className={classes.chart} />;
}
