import { useRef } from 'preact/hooks';
import type { StackTelling, StackWish } from '../../src/shared/reviewStack/messages';
import { oneOf, record, type Shape, text } from '../../src/shared/webview/shape';
import type { Channel } from '../kit/channel';
import type { KeptPlace } from '../kit/keptFocus';

/** What the page remembers of itself while a diff or another tab covers it: its document is gone then. */
interface Saved {
  readonly page: 'reviewStack';
  /** The task that is open. */
  readonly card?: string;
  /** What had the keyboard. */
  readonly place?: string;
}

const saved: Shape<Saved> = record({ page: oneOf(['reviewStack']) }, { card: text(200), place: text(400) });

/** Where the page was before, and what remembers where it is. */
export interface Remembered {
  /** The task that was open; empty where there was none. */
  readonly card: string;
  readonly keepCard: (card: string) => void;
  readonly kept: KeptPlace;
}

export function useRemembered(channel: Channel<StackWish, StackTelling>): Remembered {
  const remembered = useRef<Remembered>(undefined);
  return (remembered.current ??= rememberedIn(channel));
}

function rememberedIn(channel: Channel<StackWish, StackTelling>): Remembered {
  const state = channel.recall();
  const before: Saved = saved(state) ? state : { page: 'reviewStack' };
  let last = before;
  const keep = (change: Partial<Saved>): void => channel.remember((last = { ...last, ...change }));
  keep({});
  return {
    card: before.card ?? '',
    keepCard: card => keep({ card }),
    kept: { before: before.place ?? '', keep: place => keep({ place }) },
  };
}
