const LOOKED_AT_BYTES = 4_096;
const FALLBACK = 'windows-1252';

/** The encoding of a page: by its byte order mark, its header, what it says itself, or how its bytes look. */
export function decoderOf(bytes: Buffer, contentType: string): TextDecoder {
  const labels = [byteOrderMark(bytes), /charset\s*=\s*"?([\w:.-]+)/i.exec(contentType)?.[1], declared(bytes)];
  for (const label of labels) {
    const decoder = label === undefined ? undefined : decoderFor(label);
    if (decoder) return decoder;
  }
  return new TextDecoder(isUtf8(bytes) ? 'utf-8' : FALLBACK);
}

function byteOrderMark(bytes: Buffer): string | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : undefined;
}

function declared(bytes: Buffer): string | undefined {
  const start = bytes.subarray(0, LOOKED_AT_BYTES).toString('latin1');
  return (
    /<meta[^>]{0,200}?charset\s*=\s*(?:["']\s*)?([\w:.-]+)/i.exec(start)?.[1] ??
    /^\s*<\?xml[^>]{0,200}?encoding\s*=\s*["']([\w:.-]+)/i.exec(start)?.[1]
  );
}

function decoderFor(label: string): TextDecoder | undefined {
  try {
    // A page that calls itself UTF-16 in ASCII letters is not.
    return new TextDecoder(/^utf-?16/i.test(label) && label === label.toUpperCase() ? 'utf-8' : label);
  } catch {
    return undefined;
  }
}

/** A cut character at the end does not count. */
function isUtf8(bytes: Buffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}
