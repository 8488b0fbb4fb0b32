const NOW_AND_THEN_MS = 15_000;

/** Looks at once, and now and then while somebody sees the page; of what was left out meanwhile, as soon as they see it. */
export function nowAndThen(look: () => void): { begin: () => void; end: () => void } {
  let timer: ReturnType<typeof setInterval> | undefined;
  let leftOut = false;
  const lookIfSeen = () => {
    leftOut = document.hidden;
    if (!leftOut) look();
  };
  const seen = () => {
    if (leftOut && !document.hidden) lookIfSeen();
  };
  return {
    begin() {
      if (timer !== undefined) return;
      timer = setInterval(lookIfSeen, NOW_AND_THEN_MS);
      document.addEventListener('visibilitychange', seen);
      lookIfSeen();
    },
    end() {
      clearInterval(timer);
      timer = undefined;
      document.removeEventListener('visibilitychange', seen);
    },
  };
}
