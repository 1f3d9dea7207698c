import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { record, type Shape, text } from '../../src/shared/webview/shape';
import type { Channel } from './channel';
import type { KeptPlace } from './keptFocus';

const placed = record({ place: text(400) });

/**
 * Remembers what a page shows, and beside it what has the keyboard, for the time in which its document is gone. `of`: what the page is
 * of; what it remembers of something else has no place here.
 */
export function useKeptState<Wish, Telling>(
  channel: Channel<Wish, Telling>,
  of: Readonly<Record<string, string>>,
  state: object,
): KeptPlace {
  const place = useRef<string>(undefined);
  place.current ??= recalledOf(channel, of, placed)?.place ?? '';
  const now = useRef(state);
  now.current = state;
  const remember = (): void => channel.remember({ ...of, ...now.current, place: place.current });
  useLayoutEffect(remember, Object.values(state));
  return useMemo(
    () => ({
      before: place.current ?? '',
      keep(next) {
        place.current = next;
        remember();
      },
    }),
    [],
  );
}

/**
 * What a page remembered of itself; undefined where it is nothing of that shape, or of something else: a tab that is used again may
 * remember the page before.
 */
export function recalledOf<State>(
  channel: Pick<Channel<unknown, unknown>, 'recall'>,
  of: Readonly<Record<string, string>>,
  shape: Shape<State>,
): State | undefined {
  const state = channel.recall();
  return record(sameAs(of))(state) && shape(state) ? state : undefined;
}

function sameAs(of: Readonly<Record<string, string>>) {
  return Object.fromEntries(
    Object.entries(of).map(([key, wanted]) => [key, (value: unknown): value is string => value === wanted]),
  );
}
