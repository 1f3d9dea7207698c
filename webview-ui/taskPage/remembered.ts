import { useCallback, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { MAX_COMMENT, type PageTelling, type PageWish } from '../../src/shared/taskPage/messages';
import { finite, record, type Shape, text } from '../../src/shared/webview/shape';
import type { Channel } from '../kit/channel';

/** How long the remembered place may be behind. */
const REMEMBER_AFTER_MS = 200;

/** What the page remembers of itself while its document is gone. */
interface Saved {
  readonly task: string;
  readonly scrollTop: number;
  /** A review that was begun. */
  readonly draft?: string;
}

const saved: Shape<Saved> = record({ task: text(200), scrollTop: finite }, { draft: text(MAX_COMMENT) });

/**
 * Goes back to where the page was, and remembers where it is: and of which task it is, for a reload of the window. Gives the
 * draft of a review, which is kept with every letter.
 */
export function useRemembered(
  channel: Channel<PageWish, PageTelling>,
  task: string,
  isDrawn: boolean,
): readonly [string, (draft: string) => void] {
  const last = useRef<Saved>(undefined);
  last.current ??= recalled(channel, task);
  const [draft, setDraft] = useState(last.current.draft ?? '');
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
  const change = useCallback((words: string): void => {
    setDraft(words);
    keep({ draft: words });
  }, []);
  return [draft, change];
}

function recalled(channel: Channel<PageWish, PageTelling>, task: string): Saved {
  const state = channel.recall();
  return saved(state) ? state : { task, scrollTop: 0 };
}
