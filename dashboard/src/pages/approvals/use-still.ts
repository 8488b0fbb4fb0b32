import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import { useForAWhile } from '../../parts/use-settling.ts';

interface Still {
  /** It came or moved a moment ago. */
  moving: boolean;
  /** Does something unless it has moved: a click then was meant for what stood there before. */
  ifStill: (act: () => void) => void;
}

/** Watches where something stands on the page: what is above it may grow while a pointer rests on it. */
export function useStill(watched: RefObject<HTMLElement | null>): Still {
  const [moving, move] = useForAWhile();
  const place = useRef<number>(undefined);
  const look = useCallback(() => {
    const now = placeOf(watched.current);
    if (now === place.current) return true;
    place.current = now;
    move();
    return false;
  }, [watched, move]);

  useLayoutEffect(() => {
    look();
  });
  useEffect(() => {
    const observer = new ResizeObserver(look);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [look]);
  return {
    moving,
    // Looked at once more: not everything that moves it is heard of.
    ifStill: (act) => {
      if (look() && !moving) act();
    },
  };
}

/** From the top of the page, wherever that is scrolled to. */
function placeOf(element: HTMLElement | null): number | undefined {
  return element ? Math.round(element.getBoundingClientRect().bottom + window.scrollY) : undefined;
}
