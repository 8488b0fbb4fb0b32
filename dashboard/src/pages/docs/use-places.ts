import { useEffect, useState } from 'react';

/** Goes to the place that the address names: it exists only once the description is here. */
export function useOpenedPlace(): void {
  useEffect(() => {
    document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
  }, []);
}

/** The upper part of the window, where one reads; the edge of the place before is not in it. */
const READ_AT = '-24px 0px -70% 0px';

/** Which of these places is being read. */
export function useReadPlace(ids: readonly string[]): string | undefined {
  const [current, setCurrent] = useState<string>();
  const all = ids.join(' ');
  useEffect(() => {
    const inSight = new Set<string>();
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries) inSight[isIntersecting ? 'add' : 'delete'](target.id);
        setCurrent(all.split(' ').find((id) => inSight.has(id)));
      },
      { rootMargin: READ_AT },
    );
    for (const id of all.split(' ')) {
      const place = document.getElementById(id);
      if (place) observer.observe(place);
    }
    return () => observer.disconnect();
  }, [all]);
  return current;
}

/** Calls when somebody presses the key outside of any field. */
export function useShortcut(key: string, act: () => void): void {
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const types = event.target instanceof Element && event.target.matches('input, textarea, select');
      if (event.key !== key || types || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, [key, act]);
}
