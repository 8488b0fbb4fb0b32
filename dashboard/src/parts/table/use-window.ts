import { type RefObject, useEffect, useRef, useState } from 'react';

/** Every row is as high as this, in pixels; the style sheet says the same. */
const ROW_HEIGHT = 42;
/** Rows drawn beyond those in sight, so that scrolling shows no gaps. */
const AHEAD = 8;
/** Fewer are all drawn. */
const SMALLEST_WINDOWED = 80;
const FIRST_DRAWN = 40;

interface Window {
  box: RefObject<HTMLElement | null>;
  from: number;
  to: number;
  /** Heights, in pixels, of what is not drawn. */
  above: number;
  below: number;
}

/** Which rows of a box that scrolls are in sight. */
export function useWindow(count: number): Window {
  const box = useRef<HTMLElement>(null);
  const [seen, setSeen] = useState({ first: 0, rows: FIRST_DRAWN });
  const windowed = count >= SMALLEST_WINDOWED;

  useEffect(() => {
    const element = box.current;
    if (!element || !windowed) return;
    const look = () => {
      const first = Math.floor(element.scrollTop / ROW_HEIGHT);
      const rows = Math.ceil(element.clientHeight / ROW_HEIGHT);
      setSeen((before) => (before.first === first && before.rows === rows ? before : { first, rows }));
    };
    look();
    const observer = new ResizeObserver(look);
    observer.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [windowed]);

  if (!windowed) return { box, from: 0, to: count, above: 0, below: 0 };
  const from = Math.max(0, Math.min(seen.first, count - seen.rows) - AHEAD);
  const to = Math.min(count, from + seen.rows + 2 * AHEAD);
  return { box, from, to, above: from * ROW_HEIGHT, below: (count - to) * ROW_HEIGHT };
}
