import { useLayoutEffect, useRef, useState } from 'react';

/** As long as somebody who was about to click needs to see that another stands there now. */
const SETTLES_MS = 800;

/** Whether what is listed has just moved: by what came or went above, not by what was added below. */
export function useSettling(ids: readonly string[]): boolean {
  const before = useRef(ids);
  const [settling, setSettling] = useState(false);
  const listed = ids.join();

  useLayoutEffect(() => {
    const now = listed.split(',');
    const moved = before.current.some((id, place) => id !== now[place]);
    before.current = now;
    if (!moved) return;
    setSettling(true);
    const timer = setTimeout(() => setSettling(false), SETTLES_MS);
    return () => clearTimeout(timer);
  }, [listed]);
  return settling;
}
