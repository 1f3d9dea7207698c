import { useCallback, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import type { PageTelling, PageWish } from '../../src/shared/taskPage/messages';
import { finite, record, type Shape, text } from '../../src/shared/webview/shape';
import type { Channel } from '../kit/channel';
import type { KeptPlace } from '../kit/keptFocus';

/** How long the remembered place may be behind. */
const REMEMBER_AFTER_MS = 200;

/** What the page remembers of itself while its document is gone. */
interface Saved {
  readonly task: string;
  readonly scrollTop: number;
  /** What had the keyboard; none where that was no item of a list. */
  readonly place?: string;
}

const saved: Shape<Saved> = record({ task: text(200), scrollTop: finite }, { place: text(400) });

/**
 * Goes back to where the page was, and remembers where it is: and of which task it is, for a reload of the window. Gives what
 * remembers where the keyboard is.
 */
export function useRemembered(
  channel: Channel<PageWish, PageTelling>,
  task: string,
  isDrawn: boolean,
): KeptPlace {
  const last = useRef<Saved>(undefined);
  last.current ??= recalled(channel, task);
  const keep = useCallback((change: Partial<Saved>): void => {
    last.current = { task, scrollTop: 0, ...last.current, ...change };
    channel.remember(last.current);
  }, []);
  useLayoutEffect(() => {
    keep({});
    let timer: ReturnType<typeof setTimeout> | undefined;
    const scrolled = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => keep({ scrollTop: window.scrollY }), REMEMBER_AFTER_MS);
    };
    window.addEventListener('scroll', scrolled, { passive: true });
    return () => window.removeEventListener('scroll', scrolled);
  }, []);
  useLayoutEffect(() => {
    if (isDrawn) window.scrollTo(0, last.current?.scrollTop ?? 0);
  }, [isDrawn]);
  return useMemo(
    () => ({ before: last.current?.place ?? '', keep: (place: string): void => keep({ place }) }),
    [],
  );
}

function recalled(channel: Channel<PageWish, PageTelling>, task: string): Saved {
  const state = channel.recall();
  // A tab that is used again may remember the task before.
  return saved(state) && state.task === task ? state : { task, scrollTop: 0 };
}
