import { Anchor } from '@mantine/core';

/** Links a website that somebody typed in; what is no web address stays text. */
export function WebsiteLink({ url }: { url: string }) {
  const parsed = URL.parse(url);
  if (!parsed || !/^https?:$/.test(parsed.protocol)) return <span>{url}</span>;
  const shown = parsed.host + (parsed.pathname === '/' ? '' : parsed.pathname);
  return (
    <Anchor href={parsed.href} target="_blank" rel="noreferrer" inherit>
      {shown}
    </Anchor>
  );
}
