import { useCallback, useLayoutEffect, useRef, useState } from 'react';

/** As long as somebody who was about to click needs to see that another stands there now. */
const SETTLES_MS = 800;

/** Whether what is listed has just moved: by what came or went above, not by what was added below. */
export function useSettling(listed: readonly string[]): boolean {
  const before = useRef(listed);
  const [settling, settle] = useForAWhile();
  const together = listed.join();

  useLayoutEffect(() => {
    const now = together.split(',');
    const moved = before.current.some((one, place) => one !== now[place]);
    before.current = now;
    if (moved) settle();
  }, [together, settle]);
  return settling;
}

/** True from each start on until all has settled; nothing but another start makes it longer. */
export function useForAWhile(): [boolean, () => void] {
  const [lasting, setLasting] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const start = useCallback(() => {
    clearTimeout(timer.current);
    setLasting(true);
    timer.current = setTimeout(() => setLasting(false), SETTLES_MS);
  }, []);
  return [lasting, start];
}
